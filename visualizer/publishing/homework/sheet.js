"use strict";
/* What a student has filled in of a tree, by the page's table of what is right in each field and why: the reader of
visualizer/exercises/sheet.py, which tests give the same cases, and the score.

There are fields at all nodes, so that none gives an answer away: what is never visited stays empty. */

const listed = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
const capital = text => /^(the |branch|move |column )/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
const RULE = 1, PLACE = 2;
const FACTS = ["right", "at", "why", "signed", "too", "below", "slips", "sums"];  // of a field, as the table has them

class Sheet {
  constructor({tree, source}, {kinds, words, signs}, rows) {
    Object.assign(this, {tree, source, words, signs, given: {}, marks: new Map(), tries: {}, first: {}, checks: 0, hints: 0, shown: 0});
    const above = new Map(preorder(tree).flatMap(node => node.children.map(child => [child, node.turn])));
    const asked = preorder(tree).flatMap(node => kinds.filter(({edge}) => edge ? node.path : node.children.length).map(kind => ({node, kind, id: `${node.path || "root"} ${kind.key}`})));
    this.fields = asked.map((field, place) => ({...field, ...Object.fromEntries(FACTS.map((name, fact) => [name, rows[place][fact]])),
      turn: field.kind.above ? above.get(field.node) || "max" : field.node.turn}));
    this.byId = new Map(this.fields.map(field => [field.id, field]));
  }

  /* Write a text into a field, or strike its edge (true, false); its mark goes. */
  write({id}, value) {
    this.given[id] = value;
    this.marks.delete(id);
  }

  /* Return what is written into a field, "" for nothing. */
  text(id) { return String(this.given[id] || "").trim(); }

  /* Take up what was kept: texts and strokes of fields, counts and marks of the last check. Whatever else it may be that
  another page or a person has left in its place is passed over. */
  restore(kept) {
    const {given, first, tries, marked, ...counts} = {...kept}, count = number => Number.isSafeInteger(number) && number >= 0 ? number : 0;
    const own = (found, kind) => Object.fromEntries(Object.entries({...found}).filter(([id, value]) => this.byId.has(id) && kind(value)));
    this.given = own(given, value => ["string", "boolean"].includes(typeof value));
    this.first = own(first, value => typeof value === "boolean");
    this.tries = own(tries, value => count(value) > 0);
    for (const name of ["checks", "hints", "shown"]) this[name] = count(counts[name]);
    this.mark(this.fields.filter(({id}) => Array.isArray(marked) && marked.includes(id)));
  }

  /* Fill in what is right in a field, and mark it with what gives no other away; it is not right at first any more. */
  show({id, kind, right, why}) {
    this.shown += 1;
    this.given[id] = kind.edge ? right === true : right ?? "";
    if (right !== null && !(id in this.first)) this.first[id] = false;
    const known = new Set([...this.marks].filter(([, mark]) => mark.right).map(([id]) => id));
    if (why) this.marks.set(id, {right: true, why: this.confirmed(why, PLACE + 1, known), lit: []});
  }

  /* Mark what is filled in. */
  check() {
    this.checks += 1;
    for (const field of this.fields) if (this.isRight(field) === false && !this.marks.has(field.id)) this.tries[field.id] = (this.tries[field.id] || 0) + 1;
    this.mark(this.fields);
    for (const [id, mark] of this.marks) if (!(id in this.first)) this.first[id] = mark.right;
  }

  mark(fields) {
    const known = new Set(fields.filter(field => this.isRight(field)).map(({id}) => id));
    this.marks = new Map(fields.filter(field => this.isRight(field) !== null).map(field => [field.id, this.judged(field, known)]));
  }

  /* Return as much of a reason as was earned by wrong answers: the rule, where to look, or, once all that it needs is known,
  the answer. */
  told([rule, clues, answer, , needs], tries, known) {
    if (tries <= RULE) return rule;
    if (tries > PLACE && needs.every(id => known.has(id))) return answer;
    const isKnown = ([, , id]) => !id || known.has(id), seen = clues.filter(isKnown).map(([, says]) => says);
    const left = clues.filter(clue => !isKnown(clue)).map(([name]) => name), open = {open: listed(left), have: left.length === 1 ? "has" : "have"};
    return seen.length ? `${capital([...seen, ...(left.length ? [filled(this.words.still, open)] : [])].join("; "))}.` : filled(this.words.first, open);
  }

  /* Return what is told of a right answer: the rule, or as much as was earned, if it follows from what is known. */
  confirmed(reason, tries, known) {
    return this.told(reason, tries > PLACE && reason.at(-1).every(id => known.has(id)) ? tries : RULE, known);
  }

  /* Return the fields that are right, that are wrong, and that are still to be filled in, as they were marked. */
  get found() {
    const marked = right => this.fields.filter(({id}) => this.marks.get(id)?.right === right);
    return {right: marked(true), wrong: marked(false), open: marked(undefined).filter(({right}) => right !== null && right !== false)};
  }

  /* Return whether what is filled in is right; null where nothing is, or where it makes no difference: an edge that is not
  marked is no answer. */
  isRight(field) {
    const {kind, id, right, signed} = field, text = this.text(id);
    if (kind.edge) return right === null || !this.given[id] ? null : right;
    if (!text || right === null) return text ? false : null;
    const read = this.read(field);
    return Boolean(read) && alike(read[1], readNumber(right)) && (!read[0] || signed[read[0]][0]);
  }

  /* Return the normal form of what is in a field; null if it is no number. */
  read({id, signed}) { return normalForm(this.text(id), "at most" in signed ? this.signs : {}); }

  /* Judge what is filled in: whether it is right, what is said of it, and the nodes that this speaks of. */
  judged(field, known) {
    const {kind, id, at, right, why, signed, too, slips} = field, tries = this.tries[id] || RULE, {words} = this, text = this.text(id);
    const lit = ([, clues, , node]) => [...new Set([node, ...(tries > RULE ? clues.filter(([, , id]) => id).map(([, , id]) => id.split(" ")[0].replace("root", "")) : [])])];
    if (right === null) return {right: false, why: this.told(why, tries, known), lit: lit(why)};
    const read = kind.edge ? ["", true] : this.read(field);
    if (!read) return {right: false, why: filled(words.noNumber, {text: [...text].slice(0, 20).join(""), signs: "at most" in signed ? words.orBound : ""}), lit: []};
    const [sign, number] = read, isNumber = !kind.edge && alike(number, readNumber(right)), reason = sign && isNumber ? signed[sign][1] : why;
    if (this.isRight(field)) return {right: true, why: !sign && too && known.has(too[1]) ? too[0] : this.confirmed(reason, tries, known), lit: []};
    const slip = !isNumber && tries <= PLACE && slips.find(([slipped]) => alike(readNumber(slipped), number)), isEarned = slip && slip[2].every(id => known.has(id));
    const told = !kind.edge && !isNumber && this.follows(field, number) || (isEarned ? slip[1] : this.told(reason, tries, known));
    return {right: false, why: filled(kind.edge ? words.edge : words.wrote, {text, what: kind.name, at, why: told}), lit: lit(reason)};
  }

  /* Say of a wrong value that it follows from wrong ones below; "" if it does not. */
  follows({node, below, sums}, number) {
    const values = below.map(([, value, id]) => id ? normalForm(this.text(id), this.signs)?.[1] : readNumber(value));
    if (values.includes(undefined)) return "";
    const wrong = below.filter(([, value], place) => !alike(values[place], readNumber(value))).map(([at]) => at);
    if (!wrong.length) return "";
    const found = sums ? values.reduce((sum, value, place) => sum + sums[place] * value, Number(sums.at(-1))) : Math[node.turn](...values);
    return alike(found, number) ? filled(this.words.follows, {wrong: `${listed(wrong)} ${wrong.length === 1 ? "is" : "are"}`}) : "";
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

  /* What is to be filled in, and what was: an edge that is to be left alone is no question. */
  get questions() { return this.fields.filter(({id, right}) => right !== null && (right !== false || id in this.first)).map(({id}) => id); }

  /* Return how many answers are right now, or were so at the first check. */
  count(when) { return this.questions.filter(id => when === "now" ? this.marks.get(id)?.right : this.first[id]).length; }
}

/* Return what the line for the teacher says of all trees. */
function scores(sheets) {
  const sum = count => sheets.reduce((total, sheet) => total + count(sheet), 0), hints = sum(sheet => sheet.hints), shown = sum(sheet => sheet.shown);
  return [`${sum(sheet => sheet.count("first"))} right at first, ${sum(sheet => sheet.count("now"))} now, ${hints} hint${hints === 1 ? "" : "s"}${shown ? `, ${shown} shown` : ""}`,
    ...sheets.map(sheet => sheet.score())];
}
