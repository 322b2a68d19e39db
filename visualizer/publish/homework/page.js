"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const rows = decoded(data.facts);
const EDGE = data.kinds.find(kind => kind.edge), WRITES = data.kinds.some(kind => !kind.edge);
const TITLES = {max: "MAX", min: "MIN", chance: "chance"};
const KEYS = ["tab and arrows go to a field", EDGE && `x ${EDGE.verb}s a branch`, "enter checks", "h gives a hint", "s shows an answer"];

/* A tree with its fields, a check and what that has found. */
class FieldsForm extends TreeForm {
  constructor(task, place) {
    super(task, place, data, data.rules);
    this.sheet = new Sheet(task, data, rows[place]);
    this.inputs = new Map();
    this.reasons = make("ol", {class: "reasons", "aria-label": "what is wrong, and why"});
    this.stage.append(make("ul", {class: "tree", role: "list"}, this.node(task.tree)));
    const words = make("ul", {}, ...task.words.map(line => make("li", {}, line)));
    this.form.append(this.stage,
      make("p", {class: "actions"}, make("button", {type: "submit"}, "Check (enter)"),
        button(() => this.hint(), {}, "Hint (h)"), button(() => this.showAnswer(), {}, "Show (s)"), this.shape),
      this.said, this.reasons, make("details", {}, make("summary", {}, "The tree in words"), words));
    this.form.addEventListener("input", event => this.write(event.target));
    this.form.addEventListener("focusin", event => { if (event.target.field) this.last = event.target; tell(event.target); });
  }

  /* Drawing. */

  node(node) {
    const leaf = !node.children.length, fields = this.sheet.fields.filter(field => field.node === node);
    const drawn = Object.fromEntries(fields.map(field => [field.kind.edge ? "edge" : field.kind.key, this.field(field)]));
    const text = make("b", {"aria-hidden": "true", title: !leaf && TITLES[node.turn]}, node.text), {edge, value, ...others} = drawn;
    const box = make("div", {class: `box ${leaf ? "leaf" : node.turn}`},
      ...(leaf ? [text] : [make("span", {class: "window"}, ...Object.values(others)), make("span", {class: "value"}, text, ...(value ? [value] : []))]));
    return this.item(node, box, edge || this.branch(node), hidden(`${node.says}. `));
  }

  /* Name the edge to a node. */
  branch({edge, children}) {
    return make("span", {class: children.length || /\D/.test(edge) ? "name" : "name digit", "aria-hidden": "true"}, edge);
  }

  field(field) {
    const {node, kind, id} = field, label = kind.label.replace("{at}", () => node.name);
    const input = make("input", {type: kind.edge ? "checkbox" : "text", "aria-label": label, title: kind.edge && label, inputmode: !kind.edge && "decimal", autocapitalize: "off",
      spellcheck: "false", id: `${this.name} ${id}`.replaceAll(/[ .]/g, "-"), "data-sign": kind.edge && kind.sign});
    input.field = field;
    this.inputs.set(id, input);
    const sign = kind.edge ? this.branch(node) : make("span", {"aria-hidden": "true"}, kind.sign), mark = make("i", {"aria-hidden": "true"});
    return make("label", {class: `field ${kind.edge ? "mark" : kind.key}`}, ...(kind.edge ? [input, sign] : [sign, input]), mark);
  }

  /* Mark an edge, or no longer. */
  strike(input) { input.closest("li").classList.toggle(EDGE.name, input.checked); }

  /* Filling in. */

  write(input) {
    const strikes = input.type === "checkbox";
    this.sheet.write(input.field, strikes ? input.checked : input.value);
    if (strikes) this.strike(input);
    this.state.textContent = "";
    this.answered(input);
  }

  /* Show what is known of an answer that has changed, and keep it. */
  answered(input) {
    this.mark(input);
    at(this.whyId(input))?.remove();
    tell(input);
    keep();
  }

  /* Fill in what was kept, with the marks of the last check. */
  restore(kept) {
    this.sheet.restore(kept);
    for (const id of Object.keys(this.sheet.given)) this.fill(this.inputs.get(id));
    if (this.sheet.checks) this.show();
  }

  /* Put into a field what its sheet has for it. */
  fill(input) {
    const value = this.sheet.given[input.field.id];
    if (input.type === "checkbox") input.checked = Boolean(value); else input.value = String(value);
    if (input.type === "checkbox") this.strike(input);
  }

  key(event) {
    const input = event.target;
    if (!input.field) return;
    const go = event.key.startsWith("Arrow") && neighbour(input, event.key, [...this.inputs.values()]);
    const box = event.key.toLowerCase() === "x" && this.inputs.get(`${input.field.node.path} ${EDGE?.key}`);
    if (box) box.click();
    else if (event.key.toLowerCase() === "h") this.hint();
    else if (event.key.toLowerCase() === "s" && (input.type === "checkbox" || !/[a-z]/i.test(input.value))) this.showAnswer();
    else if (go) { go.focus(); go.select?.(); }
    else if (event.key.toLowerCase() !== "x") return;
    event.preventDefault();
  }

  /* Checking. */

  whyId(input) { return `${input.id}-why`; }

  mark(input) {
    const mark = this.sheet.marks.get(input.field.id), sign = input.parentNode.querySelector("i");
    sign.textContent = mark ? (mark.right ? RIGHT : WRONG) : "";
    input.parentNode.classList.toggle("wrong", mark?.right === false);
    input.parentNode.classList.toggle("right", mark?.right === true);
    if (mark && !mark.right) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", this.whyId(input));
    } else for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  }

  submit() {
    this.sheet.check();
    this.show();
    if (this.last) tell(this.last);
    keep();
  }

  get isSolved() { return this.sheet.checks > 0 && !this.sheet.found.wrong.length && !this.sheet.found.open.length; }

  show() {
    const {right, wrong, open} = this.sheet.found, missing = open.length ? "; some fields are still empty" : "";
    for (const input of this.inputs.values()) this.mark(input);
    this.reasons.replaceChildren(...wrong.map(field => {
      const input = this.inputs.get(field.id), go = button(() => input.focus(), {"aria-label": `go to ${input.getAttribute("aria-label")}`}, WRONG);
      return make("li", {id: this.whyId(input)}, go, " ", this.sheet.marks.get(field.id).why);
    }));
    const solved = this.isSolved;
    this.state.textContent = solved ? `${RIGHT} solved` : wrong.length ? `${WRONG} ${wrong.length} wrong` : "";
    this.said.replaceChildren(solved ? `${RIGHT} All ${right.length} are right.` : `${right.length} right, ${wrong.length} wrong${missing}.`,
      ...(wrong.length ? [hidden(` ${this.sheet.marks.get(wrong[0].id).why}`)] : []));
  }

  /* Show the answer to the field at hand, with what gives no other away. */
  showAnswer() {
    const input = this.last || this.inputs.values().next().value;
    this.sheet.show(input.field);
    this.fill(input);
    this.answered(input);
  }

  hint() {
    const field = (this.last || this.inputs.values().next().value).field;
    this.sheet.hints += 1;
    this.said.textContent = `Hint: ${field.kind.hint[field.turn]}`;
    keep();
  }
}

/* Say in the bar what is known of a field, and light the nodes that this speaks of. */
function tell(input) {
  if (!input.field) return;
  const form = forms.find(each => each.form.contains(input)), mark = form.sheet.marks.get(input.field.id), {kind, node, turn} = input.field;
  at("note").textContent = mark ? `${mark.right ? RIGHT : WRONG} ${mark.why}` : filled(kind.wanted[turn], {at: node.name});
  for (const [path, box] of form.boxes) box.classList.toggle("lit", Boolean(mark?.lit.includes(path)));
}

/* Keep what is filled in, and what the line for the teacher says. */
function keep() {
  const sheets = forms.map(({sheet: {given, first, tries, checks, hints, shown, marks}}) => ({given, first, tries, checks, hints, shown, marked: [...marks.keys()]}));
  const sum = count => forms.reduce((total, {sheet}) => total + count(sheet), 0);
  tellTeacher(data, scores(forms.map(form => form.sheet)));
  store.keep({name: at("name").value, sheets}, {right: sum(sheet => sheet.count("first")), asked: sum(sheet => sheet.questions.length), isSolved: forms.every(form => form.isSolved), done: sum(sheet => sheet.checks + sheet.shown)});
}

const forms = data.tasks.map((task, place) => new FieldsForm(task, place));
const store = globalThis.gradebook?.(data, keepsFields(forms.map(form => form.sheet.fields))) ?? new Browser(data);
/* Signs that a telephone's keys do not have; the field keeps the focus. */
for (const sign of WRITES ? ["−", ...(data.chance ? ["/"] : []), "−∞", "+∞", ...(data.bounds ? ["≤", "≥"] : [])] : []) {
  at("signs").append(button(() => {
    const input = document.activeElement;
    if (input.field && input.type === "text") { input.setRangeText(sign, input.selectionStart, input.selectionEnd, "end"); input.dispatchEvent(new Event("input", {bubbles: true})); }
  }, {tabindex: "-1", "aria-label": `write ${sign}`}, sign));
}
at("bar").addEventListener("pointerdown", event => event.preventDefault());
setUp(data, forms, store, {what: "sheets", rules: `${data.chance ? ", ~ chance" : ""} · branches are tried from left to right`, keys: KEYS.filter(Boolean), clears: "is filled in", keep});
})();
