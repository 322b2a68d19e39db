"use strict";
/* What a student has filled in of a tree, read by the page's table: in each field what is right, and for each answer of which
more is known whether it is right, and why. An answer is looked up by its normal form.

There are fields at all nodes, so that none gives an answer away: what is never visited stays empty. */

const listed = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
const capital = text => /^(the |branch|move |column )/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
const RULE = 1, PLACE = 2;
const FACTS = ["right", "at", "answers", "too", "below", "sums"];  // of a field, as the table has them

class Sheet {
  constructor({tree, source}, {kinds, words}, rows) {
    Object.assign(this, {tree, source, words, given: {}, marks: new Map(), tries: {}, first: {}, checks: 0, hints: 0, shown: 0});
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
  show({id, kind, right, answers}) {
    this.shown += 1;
    this.given[id] = kind.edge ? right === true : right ?? "";
    if (right !== null && !(id in this.first)) this.first[id] = false;
    const known = new Set([...this.marks].filter(([, mark]) => mark.right).map(([id]) => id));
    if (answers.length) this.marks.set(id, {right: true, why: this.confirmed(answers.at(-1)[3], PLACE + 1, known), lit: []});
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

  /* Return as much of a reason as was earned by wrong answers: how a usual mistake was made, the rule, where to look, or, once
  all that it needs is known, the answer. */
  told([rule, clues, answer, needs, , slip], tries, known) {
    if (slip && tries <= PLACE && slip[1].every(id => known.has(id))) return slip[0];
    if (tries <= RULE) return rule;
    if (tries > PLACE && needs.every(id => known.has(id))) return answer;
    const isKnown = ([, , id]) => !id || known.has(id), seen = clues.filter(isKnown).map(([, says]) => says);
    const left = clues.filter(clue => !isKnown(clue)).map(([name]) => name), open = {open: listed(left), have: left.length === 1 ? "has" : "have"};
    return seen.length ? `${capital([...seen, ...(left.length ? [filled(this.words.still, open)] : [])].join("; "))}.` : filled(this.words.first, open);
  }

  /* Return what is told of a right answer: the rule, or as much as was earned, if it follows from what is known. */
  confirmed(reason, tries, known) {
    return this.told(reason, tries > PLACE && reason[3].every(id => known.has(id)) ? tries : RULE, known);
  }

  /* Return the fields that are right, that are wrong, and that are still to be filled in, as they were marked. */
  get found() {
    const marked = right => this.fields.filter(({id}) => this.marks.get(id)?.right === right);
    return {right: marked(true), wrong: marked(false), open: marked(undefined).filter(({right}) => right !== null && right !== false)};
  }

  /* Return whether what is filled in is right; null where nothing is, or where it makes no difference: an edge that is not
  marked is no answer. */
  isRight(field) {
    const {kind, id, right} = field, isEmpty = kind.edge ? right === null || !this.given[id] : !this.text(id);
    return isEmpty ? null : this.row(field)[2];
  }

  /* Return the normal form of what is in a field; null if it is no number. */
  read({id, kind}) { return kind.edge ? ["", NaN] : normalForm(this.text(id), kind.signs); }

  /* Return the table's row about what is in a field: the last where it is no other answer. */
  row(field) {
    const read = this.read(field);
    return field.answers.find(([sign, number]) => number === null || read && sign === read[0] && alike(read[1], readNumber(number)));
  }

  /* Judge what is filled in: whether it is right, what is said of it, and the nodes that this speaks of. */
  judged(field, known) {
    const {kind, id, at, right, too} = field, tries = this.tries[id] || RULE, read = this.read(field), text = this.text(id);
    const [, , isRight, why] = this.row(field), reason = why || field.answers.at(-1)[3], lit = tries > RULE ? reason[4] : reason[4].slice(0, 1);
    if (isRight) return {right: true, why: too && !read[0] && known.has(too[1]) ? too[0] : this.confirmed(reason, tries, known), lit: []};
    if (right === null) return {right: false, why: this.told(reason, tries, known), lit};
    if (!read) return {right: false, why: filled(this.words.noNumber, {text: [...text].slice(0, 20).join(""), signs: "≤" in kind.signs ? this.words.orBound : ""}), lit: []};
    return {right: false, why: filled(kind.wrong, {text, at, why: this.follows(field, read[1]) || this.told(reason, tries, known)}), lit};
  }

  /* Say of a wrong value that it follows from wrong ones below; "" if it does not. */
  follows({node, kind, right, below, sums}, number) {
    const values = below.map(([, value, id]) => id ? normalForm(this.text(id), kind.signs)?.[1] : readNumber(value));
    if (!below.length || values.includes(undefined) || alike(number, readNumber(right))) return "";
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
