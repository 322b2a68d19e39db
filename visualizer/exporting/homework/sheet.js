"use strict";
/* What a student has filled in of a tree, what is right and wrong of it, and what was so at the first check: the same as
visualizer/explanation/sheet.py, and the score. Tests compare what is said.

There are fields at all nodes, so that none gives an answer away: what is never visited stays empty. */

const NAMES = {alpha: "α", beta: "β", value: "the value"};

class Sheet {
  constructor(exercise, source) {
    Object.assign(this, {exercise, source, given: {}, marks: new Map(), first: {}, checks: 0, hints: 0});
    const takes = (node, asked) => asked === "pruned" ? node.parent : node.children.length;
    this.fields = exercise.nodes.flatMap(node => ASKED[exercise.level].filter(asked => takes(node, asked))
      .map(asked => ({node, asked, id: `${node.path || "root"} ${asked}`})));
  }

  /* Write a text into a field, or strike its edge (true, false); its mark goes. */
  write({id}, value) {
    this.given[id] = value;
    this.marks.delete(id);
  }

  at(node, asked) { return this.given[`${node.path || "root"} ${asked}`]; }

  isFilled(node) { return !ASKED[this.exercise.level].includes("value") || Boolean(String(this.at(node, "value") || "").trim()); }

  /* Take up what was kept: texts and strokes of fields, counts and marks of the last check. Whatever else it may be that
  another page or a person has left in its place is passed over. */
  restore(kept) {
    const {given, first, checks, hints, marked} = {...kept}, ids = new Set(this.fields.map(({id}) => id));
    const own = (found, kind) => Object.fromEntries(Object.entries({...found}).filter(([id, value]) => ids.has(id) && kind(value)));
    const count = number => Number.isSafeInteger(number) && number >= 0 ? number : 0;
    this.given = own(given, value => ["string", "boolean"].includes(typeof value));
    this.first = own(first, value => typeof value === "boolean");
    this.checks = count(checks);
    this.hints = count(hints);
    this.mark(this.fields.filter(({id}) => Array.isArray(marked) && marked.includes(id)));
  }

  /* Mark what is filled in. */
  check() {
    this.checks += 1;
    this.mark(this.fields);
    for (const [id, mark] of this.marks) if (!(id in this.first)) this.first[id] = mark.right;
  }

  mark(fields) { this.marks = new Map(fields.map(field => [field.id, this.judged(field)]).filter(([, mark]) => mark)); }

  /* Return the fields that are right, that are wrong, and that are still to be filled in, as they were marked. */
  get found() {
    const marked = right => this.fields.filter(({id}) => this.marks.get(id)?.right === right);
    const needed = ({node, asked}) => asked === "pruned" ? node.parent.visited : node.visited;
    return {right: marked(true), wrong: marked(false), open: marked(undefined).filter(needed)};
  }

  /* Judge a field; null where nothing is in it, or where it makes no difference. An edge that is not struck is an answer
  once the value above it is filled in, or where no values are asked. */
  judged({node, asked, id}) {
    const {exercise} = this, name = exercise.at(node);
    if (asked === "pruned") {
      const struck = Boolean(this.given[id]);
      if (!node.parent.visited || (!struck && !this.isFilled(node.parent))) return null;
      const found = exercise.judge(node, asked, struck);
      const leaf = node.children.length ? "" : ` (${exercise.show(node.result)})`;
      return found.right ? found : {right: false, why: `${capital(name)}${leaf} is ${struck ? "" : "not "}struck. ${found.why}`};
    }
    const text = String(this.given[id] || "").trim();
    if (!text) return null;
    if (!node.visited) return {right: false, why: `${capital(name)} is never visited, so it has no window and no value. ` +
      exercise.whyCut(lineTo(node).findLast(each => each.visited))};
    const found = exercise.judge(node, asked, text);
    if (!found) return {right: false, why: `'${[...text].slice(0, 20).join("")}' is no number; inf is ∞${asked === "value" ? "; ≤ or ≥ may stand before it" : ""}.`};
    if (!found.right) return {right: false, why: `You wrote ${text} for ${NAMES[asked]} at ${name}. ${this.follows(node, asked, text) || found.why}`};
    return {right: true, why: this.alsoRight(node, asked, text) || found.why};
  }

  /* Say of a wrong value that it follows from wrong ones below; "" if it does not. */
  follows(node, asked, text) {
    if (asked !== "value") return "";
    const {exercise} = this, below = exercise.tries(node), written = child => readAnswer(this.at(child, "value") || "", "value");
    if (below.some(child => child.children.length && !written(child))) return "";
    const values = below.map(child => child.children.length ? written(child)[1] : child.result);
    const wrong = below.filter((child, place) => !alike(values[place], child.result)).map(child => exercise.at(child));
    const best = node.max ? Math.max(...values) : Math.min(...values);
    if (!wrong.length || !alike(best, readAnswer(text, "value")[1])) return "";
    const verb = wrong.length === 1 ? "is" : "are", last = wrong.pop(), listed = wrong.length ? `${wrong.join(", ")} and ${last}` : last;
    return `That follows from what you wrote below it, but ${listed} ${verb} wrong.`;
  }

  /* Say which sign a value could have as well; "" for none. */
  alsoRight(node, asked, text) {
    const {exercise} = this, {result, alpha, beta} = node, shown = exercise.show(result);
    if (asked !== "value" || exercise.windowless || readAnswer(text, asked)[0]) return "";
    if (result <= alpha) return `${shown} is right, and so is ≤${shown}: it is at most α = ${exercise.show(alpha)} on entry.`;
    if (result >= beta) return `${shown} is right, and so is ≥${shown}: it is at least β = ${exercise.show(beta)} on entry.`;
    return "";
  }

  /* Return the score of this tree as a part of the line for the teacher. How many answers there are is said only in the
  end, since it tells how much is visited. */
  score() {
    if (!this.checks) return `${this.source}: not checked`;
    const missed = Object.keys(this.first).filter(id => !this.first[id]);
    const done = this.questions.every(id => this.marks.has(id)) ? ` of ${this.questions.length}` : ", not finished";
    const wrong = missed.length ? ` (wrong at first: ${missed.join(", ")})` : "";
    return `${this.source}: ${this.count("first")} right at first${wrong}, ${this.count("now")} now${done}`;
  }

  get questions() { return this.exercise.questions.map(({node, asked}) => `${node.path || "root"} ${asked}`); }

  /* Return how many answers are right now, or were so at the first check. */
  count(when) { return this.questions.filter(id => when === "now" ? this.marks.get(id)?.right : this.first[id]).length; }
}

/* Return the tree as a list of sentences, one for each node at which somebody chooses. */
function inWords(exercise) {
  const named = child => `${exercise.move(child)}${child.children.length ? "" : ` (${exercise.show(child.result)})`}`;
  return exercise.nodes.filter(node => node.children.length).map(node => {
    const choices = node.children.map(named), last = choices.pop();
    const which = choices.length ? `chooses between ${choices.join(", ")} and ${last}` : `has only ${last}`;
    return `${capital(exercise.at(node))}: ${side(node)} ${which}.`;
  });
}

/* Return the line for the teacher. */
function scoreLine({title, level, cut, fail}, sheets, name) {
  const sum = count => sheets.reduce((total, sheet) => total + count(sheet), 0), rules = level === "values" ? "" : `, cut ${cut}, fail-${fail}`;
  return [...(name ? [name] : []), title, `level ${level}${rules}`,
    `${sum(sheet => sheet.count("first"))} right at first, ${sum(sheet => sheet.count("now"))} now, ${counted(sum(sheet => sheet.hints), "hint")}`,
    ...sheets.map(sheet => sheet.score()), "counted by the page, no proof"].join("; ");
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
