"use strict";
/* A search that a person makes by hand, read from a table that says for each moment what may be done, where that leads, what
is said then, and why all else is refused. Nothing is searched here. */

const WHOLE = 3, SHOWN = "s", REFUSED = "-";  // what the log has of an act, beside the first letter of its kind

class Walk {
  constructor(task, {kinds}, [sight, beginning, rows]) {
    Object.assign(this, {source: task.source, kinds, sight, rows, beginning, nodes: new Map(preorder(task.tree).map(node => [node.path, node]))});
    this.begin();
  }

  begin() {
    Object.assign(this, {place: 0, steps: 0, slips: 0, shown: 0, tries: 0, log: "", asked: {}, missed: {}, said: this.beginning, seen: {...this.sight}});
  }

  get row() { return this.rows[this.place]; }
  get isOver() { return this.row.due === null; }

  /* Do something by its kind, with a number as text, or the path of the node to be entered; return whether that was right,
  and what is said. */
  do(kind, number = "", path = null) {
    if (this.isOver) return {right: false, why: this.row.why[kind][WHOLE - 1]};
    const right = this.row.right[kind], isNext = path === null || path === this.row.next;
    if (right && isNext && (!this.kinds[kind].number || alike(readNumber(number), readNumber(right[0])))) {
      this.log += kind[0];
      this.go(kind, right, this.tries > 0);
      return {right: true, why: this.said};
    }
    this.log += REFUSED;
    this.tries += 1;
    this.slips += 1;
    return {right: false, why: this.refusal(kind, path)};
  }

  /* Return as much of why it is refused as was earned by slips; where a node may be entered, other nodes than the next have
  reasons of their own. */
  refusal(kind, path) {
    const {why, next, children, others} = this.row, step = Math.min(this.tries, WHOLE), isOther = others.length && path !== null && path !== next;
    if (step === WHOLE && isOther && path in children) return children[path];
    return filled((isOther ? others : why[kind])[step - 1], {Named: this.nodes.get(path)?.named});
  }

  /* Do what is due, and return why; it counts as shown. */
  show() {
    if (this.isOver) return this.said;
    const [kind, why] = this.row.due, right = this.row.right[kind];
    this.log += SHOWN;
    this.shown += 1;
    this.go(kind, right, true);
    const {sign, number} = this.kinds[kind];
    return {act: number ? [kind, right[0]] : [kind], sign, why};
  }

  go(kind, [, there, changed, said], wasMissed) {
    this.steps += 1;
    this.tries = 0;
    this.asked[kind] = (this.asked[kind] || 0) + 1;
    if (wasMissed) this.missed[kind] = (this.missed[kind] || 0) + 1;
    this.place = there;
    this.said = said;
    Object.assign(this.seen, changed);
  }

  get hint() { return this.row.hint; }

  /* Do again what was kept; of what was refused only that it was, and whatever else it may be is passed over. */
  restore(log) {
    for (const letter of typeof log === "string" ? log : "") {
      const right = Object.entries(this.row.right).find(([kind]) => kind[0] === letter);
      if (letter === SHOWN) this.show();
      else if (right) this.do(right[0], right[1][0]);
      else this.do("return", "");
    }
  }

  /* Say how many things were done and refused, and what was missed most. */
  report() {
    const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
    const most = Object.entries(this.missed).sort(([, one], [, other]) => other - one).slice(0, 2);
    const missed = most.map(([kind, count]) => `${this.kinds[kind].name} (${count} of ${this.asked[kind]})`).join(", ");
    const parts = [counted(this.steps, "step"), counted(this.slips, "slip"), ...(this.shown ? [`${this.shown} shown`] : [])];
    return parts.join(", ") + (missed ? `; missed most: ${missed}` : "");
  }
}
