"use strict";
/* What a student has filled in of a tree, what is right and wrong of it, and what was so at the first check: the same as
visualizer/explanation/questions/sheet.py, and the score. Tests compare what is said.

Nothing is searched here: what is right in each field, and why, comes with the page, coded, so that nobody reads it by
accident. There are fields at all nodes, so that none gives an answer away: what is never visited stays empty. */

const decoded = coded => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(coded), letter => letter.charCodeAt(0))));
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const listed = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
const preorder = node => [node, ...node.children.flatMap(preorder)];

class Sheet {
  constructor({tree, source}, {kinds, words, signs}, rows, said) {
    Object.assign(this, {tree, source, words, signs, given: {}, marks: new Map(), first: {}, checks: 0, hints: 0});
    const takes = (node, kind) => kind.edge ? node.path : node.children.length;
    this.fields = preorder(tree).flatMap(node => kinds.filter(kind => takes(node, kind)).map(kind => ({node, kind, id: `${node.path || "root"} ${kind.key}`})))
      .map((field, place) => ({...field, ...this.factsOf(rows[place], said)}));
    this.byId = new Map(this.fields.map(field => [field.id, field]));
  }

  /* Return what is right in a field, null where the search does not come to it, and the words, which have numbers. */
  factsOf([right, at, why, signed, below], said) {
    const reasons = Object.entries(signed).map(([sign, [isRight, reason]]) => [sign, [isRight, said[reason]]]);
    return {right, at: said[at], why: said[why], signed: Object.fromEntries(reasons), below: below.map(([name, value, id]) => ({at: said[name], value, id}))};
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
    return {right: marked(true), wrong: marked(false), open: marked(undefined).filter(({right}) => right !== null)};
  }

  /* Judge a field; null where nothing is in it, or where it makes no difference. */
  judged(field) { return field.kind.edge ? this.judgedEdge(field) : this.judgedNumber(field); }

  /* Judge an edge: no mark is an answer, too, once the value above it is written, or where that is not asked. */
  judgedEdge({node, kind, id, at, right, why}) {
    const marked = Boolean(this.given[id]), above = `${node.path.replace(/\.?\d+$/, "") || "root"} value`;
    if (right === null || (!marked && this.byId.has(above) && !this.text(above))) return null;
    return marked === right ? {right: true, why} : {right: false, why: filled(this.words.edge, {at, done: `${marked ? "" : "not "}${kind.name}`, why})};
  }

  judgedNumber(field) {
    const {kind, id, at, right, why, signed} = field, text = this.text(id), mayBeBound = "at most" in signed, {words} = this;
    if (!text) return null;
    if (right === null) return {right: false, why};
    const read = readAnswer(text, mayBeBound ? this.signs : {});
    if (!read) return {right: false, why: filled(words.noNumber, {text: [...text].slice(0, 20).join(""), signs: mayBeBound ? words.orBound : ""})};
    const [sign, number] = read, [isRight, reason] = signed[sign], isNumber = alike(number, readNumber(right));
    if (isNumber && isRight) return {right: true, why: reason};
    const because = isNumber ? reason : this.follows(field, number) || why;
    return {right: false, why: filled(words.wrote, {text, what: kind.name, at, why: because})};
  }

  /* Say of a wrong value that it follows from wrong ones below; "" if it does not. */
  follows({node, below}, number) {
    const values = below.map(each => each.id ? readAnswer(this.text(each.id), this.signs)?.[1] : readNumber(each.value));
    if (values.includes(undefined)) return "";
    const wrong = below.filter((each, place) => !alike(values[place], readNumber(each.value))).map(({at}) => at);
    if (!wrong.length || !alike(node.max ? Math.max(...values) : Math.min(...values), number)) return "";
    return filled(this.words.follows, {wrong: `${listed(wrong)} ${wrong.length === 1 ? "is" : "are"}`});
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

  get questions() { return this.fields.filter(({right}) => right !== null).map(({id}) => id); }

  /* Return how many answers are right now, or were so at the first check. */
  count(when) { return this.questions.filter(id => when === "now" ? this.marks.get(id)?.right : this.first[id]).length; }
}

/* Return the line for the teacher. */
function scoreLine({title, settings}, sheets, name) {
  const sum = count => sheets.reduce((total, sheet) => total + count(sheet), 0), hints = sum(sheet => sheet.hints);
  return [...(name ? [name] : []), title, settings,
    `${sum(sheet => sheet.count("first"))} right at first, ${sum(sheet => sheet.count("now"))} now, ${hints} hint${hints === 1 ? "" : "s"}`,
    ...sheets.map(sheet => sheet.score()), "counted by the page, no proof"].join("; ");
}
