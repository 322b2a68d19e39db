"use strict";
/* What a student has filled in of a tree, what is right and wrong of it, and what was so at the first check: the same as
visualizer/exercises/sheet.py, and the score. Tests compare what is said.

Nothing is searched here: what is right in each field, and why, comes with the page, coded, so that nobody reads it by
accident. There are fields at all nodes, so that none gives an answer away: what is never visited stays empty. */

const decoded = coded => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(coded), letter => letter.charCodeAt(0))));
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const listed = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
const capital = text => /^(the |branch|move |column )/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
const RULE = 1, PLACE = 2;
const preorder = node => [node, ...node.children.flatMap(preorder)];

class Sheet {
  constructor({tree, source}, {kinds, words, signs}, rows, said) {
    Object.assign(this, {tree, source, words, signs, given: {}, marks: new Map(), tries: {}, first: {}, checks: 0, hints: 0, shown: 0});
    const takes = (node, kind) => kind.edge ? node.path : node.children.length;
    const above = new Map(preorder(tree).flatMap(node => node.children.map(child => [child, node.turn])));
    this.fields = preorder(tree).flatMap(node => kinds.filter(kind => takes(node, kind)).map(kind => ({node, kind, id: `${node.path || "root"} ${kind.key}`})))
      .map((field, place) => ({...field, ...this.factsOf(rows[place], said), turn: field.kind.above ? above.get(field.node) || "max" : field.node.turn}));
    this.byId = new Map(this.fields.map(field => [field.id, field]));
  }

  /* Return what is right in a field, null where the search does not come to it, and the words, which have numbers. */
  factsOf([right, at, why, signed, too, below, slips, sums], said) {
    const reason = why => why && {rule: said[why[0]], clues: why[1].map(([name, says, id]) => ({name: said[name], says: said[says], id})), earned: said[why[2]], node: why[3],
      needs: why[4] ?? why[1].map(([, , id]) => id).filter(Boolean)};
    const reasons = Object.entries(signed).map(([sign, [isRight, why]]) => [sign, [isRight, reason(why)]]);
    return {right, at: said[at], why: reason(why), signed: Object.fromEntries(reasons), too: too && {says: said[too[0]], id: too[1]},
      below: below.map(([name, value, id]) => ({at: said[name], value, id})), slips: slips.map(([number, says, ids]) => ({number, says: said[says], ids})), sums};
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
    const {given, first, tries, checks, hints, shown, marked} = {...kept}, ids = new Set(this.fields.map(({id}) => id));
    const own = (found, kind) => Object.fromEntries(Object.entries({...found}).filter(([id, value]) => ids.has(id) && kind(value)));
    const count = number => Number.isSafeInteger(number) && number >= 0 ? number : 0;
    this.given = own(given, value => ["string", "boolean"].includes(typeof value));
    this.first = own(first, value => typeof value === "boolean");
    this.tries = own(tries, value => count(value) > 0);
    this.checks = count(checks);
    this.hints = count(hints);
    this.shown = count(shown);
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

  /* Return as much of why an answer is wrong as was earned by wrong answers, and the nodes that it speaks of. */
  told(reason, tries, known, slip) {
    const {clues, node} = reason, nodes = clues.filter(({id}) => id).map(({id}) => id.split(" ")[0].replace("root", ""));
    const why = tries <= PLACE && slip?.ids.every(id => known.has(id)) ? slip.says : this.wordsOf(reason, tries, known);
    return {right: false, why, lit: [...new Set([node, ...(tries > RULE ? nodes : [])])]};
  }

  /* Return the words: the rule, where to look, or, once all that it needs is known, the answer. */
  wordsOf({rule, clues, earned, needs}, tries, known) {
    if (tries <= RULE) return rule;
    if (tries > PLACE && needs.every(id => known.has(id))) return earned;
    const isKnown = ({id}) => !id || known.has(id), seen = clues.filter(isKnown).map(({says}) => says);
    const left = clues.filter(clue => !isKnown(clue)).map(({name}) => name), open = {open: listed(left), have: left.length === 1 ? "has" : "have"};
    return seen.length ? `${capital([...seen, ...(left.length ? [filled(this.words.still, open)] : [])].join("; "))}.` : filled(this.words.first, open);
  }

  /* Return what is told of a right answer: the rule, or as much as was earned, if it follows from what is known. */
  confirmed(reason, tries, known) {
    return this.wordsOf(reason, tries > PLACE && reason.needs.every(id => known.has(id)) ? tries : RULE, known);
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

  /* Return the sign of a bound, "" for none, and the number in a field; null if it is no number. */
  read({id, signed}) { return readAnswer(this.text(id), "at most" in signed ? this.signs : {}); }

  /* Judge what is filled in. */
  judged(field, known) {
    const {kind, id, at, right, why, signed, too} = field, tries = this.tries[id] || RULE, {words} = this;
    if (right === null) return this.told(why, tries, known);
    const read = kind.edge ? ["", true] : this.read(field), text = this.text(id);
    if (!read) return {right: false, why: filled(words.noNumber, {text: [...text].slice(0, 20).join(""), signs: "at most" in signed ? words.orBound : ""}), lit: []};
    const [sign, number] = read, isNumber = !kind.edge && alike(number, readNumber(right)), reason = sign && isNumber ? signed[sign][1] : why;
    if (this.isRight(field)) {
      return {right: true, why: !sign && too && known.has(too.id) ? too.says : this.confirmed(reason, tries, known), lit: []};
    }
    const told = this.told(reason, tries, known, isNumber ? undefined : field.slips.find(slip => alike(readNumber(slip.number), number))), follows = kind.edge || isNumber ? "" : this.follows(field, number);
    return {...told, why: filled(kind.edge ? words.edge : words.wrote, {text, what: kind.name, done: kind.name, at, why: follows || told.why})};
  }

  /* Say of a wrong value that it follows from wrong ones below; "" if it does not. */
  follows({node, below, sums}, number) {
    const values = below.map(each => each.id ? readAnswer(this.text(each.id), this.signs)?.[1] : readNumber(each.value));
    if (values.includes(undefined)) return "";
    const wrong = below.filter((each, place) => !alike(values[place], readNumber(each.value))).map(({at}) => at);
    if (!wrong.length) return "";
    const found = sums ? values.reduce((sum, value, place) => sum + sums[place] * value, sums.at(-1)) : Math[node.turn](...values);
    if (!alike(found, number)) return "";
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

  /* What is to be filled in, and what was: an edge that is to be left alone is no question. */
  get questions() { return this.fields.filter(({id, right}) => right !== null && (right !== false || id in this.first)).map(({id}) => id); }

  /* Return how many answers are right now, or were so at the first check. */
  count(when) { return this.questions.filter(id => when === "now" ? this.marks.get(id)?.right : this.first[id]).length; }
}

/* Return the line for the teacher. */
function scoreLine({title, settings}, sheets, name) {
  const sum = count => sheets.reduce((total, sheet) => total + count(sheet), 0), hints = sum(sheet => sheet.hints), shown = sum(sheet => sheet.shown);
  return [...(name ? [name] : []), title, settings,
    `${sum(sheet => sheet.count("first"))} right at first, ${sum(sheet => sheet.count("now"))} now, ${hints} hint${hints === 1 ? "" : "s"}${shown ? `, ${shown} shown` : ""}`,
    ...sheets.map(sheet => sheet.score()), "counted by the page, no proof"].join("; ");
}
