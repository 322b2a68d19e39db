"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const {level} = data;
const STRIKES = ASKED[level].includes("pruned"), WRITES = ASKED[level].some(asked => asked !== "pruned");
const WRONG = "✗", RIGHT = "✓", TURN = {true: "▲", false: "▼"};
const WANTED = {
  all: "Write into each node that is visited α and β on entry and the value that it returns, and strike the branches that are never visited. What lies below a struck branch stays empty.",
  values: "Write its minimax value into each node.",
  cuts: "Strike the branches that are never visited, each once: what lies below one needs no cross.",
  windows: "Write α and β on entry into each node that is visited; the others stay empty.",
};
const SHAPES = ["wide", "tight", "list"];
const KEYS = ["tab and arrows go to a field", STRIKES && "x strikes a branch", "enter checks", "h gives a hint"];

/* A tree with its fields, a check and what that has found. */
class TreeForm {
  constructor(task, place) {
    this.exercise = new Exercise(task, data);
    this.sheet = new Sheet(this.exercise, task.source);
    this.name = `tree-${place + 1}`;
    this.inputs = new Map();
    this.state = make("span", {class: "state"});
    this.said = make("p", {class: "said", role: "status"});
    this.reasons = make("ol", {class: "reasons", "aria-label": "what is wrong, and why"});
    this.shape = make("button", {type: "button", class: "shape"});
    this.stage = make("div", {class: "stage"}, make("ul", {class: "tree", role: "list"}, this.node(this.exercise.root)));
    const hint = make("button", {type: "button"}, "Hint (h)"), words = make("ul", {}, ...inWords(this.exercise).map(line => make("li", {}, line)));
    this.form = make("form", {autocomplete: "off"}, this.stage,
      make("p", {class: "actions"}, make("button", {type: "submit"}, "Check (enter)"), hint, this.shape),
      this.said, this.reasons, make("details", {}, make("summary", {}, "The tree in words"), words));
    this.section = make("section", {"aria-labelledby": this.name},
      make("h2", {id: this.name}, `Tree ${place + 1} of ${data.tasks.length} `, this.state),
      make("p", {class: "faint"}, `${task.source} · ${data.rules}`), this.form);
    this.form.addEventListener("submit", event => { event.preventDefault(); this.check(); });
    this.form.addEventListener("input", event => this.write(event.target));
    this.form.addEventListener("focusin", event => { if (event.target.field) this.last = event.target; tell(event.target); });
    this.form.addEventListener("keydown", event => this.key(event));
    hint.addEventListener("click", () => this.hint());
    this.shape.addEventListener("click", () => this.stage.classList.contains("list") ? fit([this], SHAPES.slice(0, 2)) : this.draw("list"));
  }

  /* Drawing. */

  node(node) {
    const {exercise} = this, name = capital(exercise.at(node)), leaf = !node.children.length;
    const who = leaf ? `leaf, worth ${exercise.show(node.result)}` : `${side(node)} to move, ${node.children.length === 1 ? "1 branch" : `${node.children.length} branches`}`;
    const parts = [hidden(`${name}: ${who}. `)];
    if (node.parent) parts.push(make("div", {class: "edge"}, STRIKES ? this.field(node, "pruned") : this.branch(node)));
    const fields = ["alpha", "beta"].filter(asked => !leaf && ASKED[level].includes(asked)).map(asked => this.field(node, asked));
    const turn = make("b", {"aria-hidden": "true", title: side(node)}, `${TURN[node.max]} ${node.label}`.trim());
    const value = !leaf && ASKED[level].includes("value") ? [this.field(node, "value")] : [];
    parts.push(make("div", {class: `box ${leaf ? "leaf" : node.max ? "max" : "min"}`},
      ...(leaf ? [make("span", {"aria-hidden": "true"}, exercise.show(node.result))]
        : [make("span", {class: "window"}, ...fields), make("span", {class: "value"}, turn, ...value)])));
    if (!leaf) parts.push(make("ul", {role: "list"}, ...node.children.map(child => this.node(child))));
    return make("li", {}, ...parts);
  }

  /* Name the edge to a node: above inner nodes with its whole number, as sentences have it. */
  branch(node) {
    const whole = node.children.length && node.edge === String(node.place + 1);
    return make("span", {class: whole || /\D/.test(node.edge) ? "name" : "name digit", "aria-hidden": "true"},
      whole ? called(names(node)).replace("branch ", "") : node.edge);
  }

  field(node, asked) {
    const name = this.exercise.at(node), strikes = asked === "pruned";
    const label = strikes ? `strike ${name}: never visited` : `${NAMES[asked].replace("the ", "")} of ${name}`;
    const input = make("input", {type: strikes ? "checkbox" : "text", "aria-label": label, inputmode: !strikes && "decimal", autocapitalize: "off",
      spellcheck: "false", id: `${this.name} ${node.path || "root"} ${asked}`.replaceAll(/[ .]/g, "-")});
    input.field = this.sheet.fields.find(field => field.node === node && field.asked === asked);
    this.inputs.set(input.field.id, input);
    const sign = strikes ? this.branch(node) : asked === "value" ? "" : make("span", {"aria-hidden": "true"}, NAMES[asked]);
    return make("label", {class: `field ${asked}`}, strikes ? "" : sign, input, strikes ? sign : "", make("i", {"aria-hidden": "true"}));
  }

  /* Draw the tree in one of the shapes. */
  draw(shape) {
    for (const each of SHAPES) this.stage.classList.toggle(each, each === shape);
    this.shape.textContent = shape === "list" ? "Show as a tree" : "Show as a list";
  }

  get isTooWide() { return this.stage.scrollWidth > this.stage.clientWidth; }

  /* Filling in. */

  write(input) {
    const strikes = input.type === "checkbox";
    this.sheet.write(input.field, strikes ? input.checked : input.value);
    if (strikes) input.closest("li").classList.toggle("struck", input.checked);
    this.mark(input);
    at(this.whyId(input))?.remove();
    this.state.textContent = "";
    tell(input);
    keep();
  }

  /* Fill in what was kept, with the marks of the last check. */
  restore(kept) {
    this.sheet.restore(kept);
    for (const [id, value] of Object.entries(this.sheet.given)) {
      const input = this.inputs.get(id);
      if (input.type === "checkbox") input.checked = Boolean(value); else input.value = String(value);
      if (input.type === "checkbox") input.closest("li").classList.toggle("struck", input.checked);
    }
    if (this.sheet.checks) this.show();
  }

  key(event) {
    const input = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !input.field) return;
    const go = event.key.startsWith("Arrow") && neighbour(input, event.key, [...this.inputs.values()]);
    const box = event.key.toLowerCase() === "x" && this.inputs.get(`${input.field.node.path} pruned`);
    if (box) box.click();
    else if (event.key.toLowerCase() === "h") this.hint();
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

  check() {
    this.sheet.check();
    this.show();
    if (this.last) tell(this.last);
    keep();
  }

  show() {
    const {right, wrong, open} = this.sheet.found, missing = open.length ? "; not all is filled in yet" : "";
    for (const input of this.inputs.values()) this.mark(input);
    this.reasons.replaceChildren(...wrong.map(field => {
      const input = this.inputs.get(field.id), go = make("button", {type: "button", "aria-label": `go to ${input.getAttribute("aria-label")}`}, WRONG);
      go.addEventListener("click", () => input.focus());
      return make("li", {id: this.whyId(input)}, go, " ", this.sheet.marks.get(field.id).why);
    }));
    const solved = !wrong.length && !open.length;
    this.state.textContent = solved ? `${RIGHT} solved` : wrong.length ? `${WRONG} ${wrong.length} wrong` : "";
    this.said.replaceChildren(solved ? `${RIGHT} All ${right.length} are right.` : `${right.length} right, ${wrong.length} wrong${missing}.`,
      ...(wrong.length ? [hidden(` ${this.sheet.marks.get(wrong[0].id).why}`)] : []));
  }

  hint() {
    const field = (this.last || this.inputs.values().next().value).field;
    this.sheet.hints += 1;
    this.said.textContent = `Hint: ${data.hints[field.asked][field.node.max ? "max" : "min"]}`;
    keep();
  }
}

/* Draw trees in the first shape that is not too wide for each; all are drawn before the first is measured. */
function fit(trees, shapes) {
  for (const shape of shapes) {
    trees.forEach(tree => tree.draw(shape));
    trees = trees.filter(tree => tree.isTooWide);
  }
}

/* Say in the bar what is known of a field. */
function tell(input) {
  if (!input.field) return;
  const form = forms.find(each => each.form.contains(input)), mark = form.sheet.marks.get(input.field.id);
  at("note").textContent = mark ? `${mark.right ? RIGHT : WRONG} ${mark.why}` : `${capital(input.getAttribute("aria-label"))} · ${data.rules}`;
}

/* What is filled in is kept in this browser, where that is allowed, so that nothing is lost when the page is opened again. */
const KEPT = `homework ${JSON.stringify(data).split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0)}`;

function keep() {
  const sheets = forms.map(({sheet: {given, first, checks, hints, marks}}) => ({given, first, checks, hints, marked: [...marks.keys()]}));
  at("line").value = scoreLine(data, forms.map(form => form.sheet), at("name").value.trim());
  try { localStorage.setItem(KEPT, JSON.stringify({name: at("name").value, sheets})); } catch (error) { /* where a page may not */ }
}

function fetchKept() {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(KEPT)); } catch (error) { /* nothing is kept */ }
  const {name, sheets} = {...kept};
  if (typeof name === "string") at("name").value = name;
  forms.forEach((form, place) => form.restore(Array.isArray(sheets) ? sheets[place] : null));
}

const forms = data.tasks.map((task, place) => new TreeForm(task, place));
at("task").textContent = WANTED[level];
at("rules").textContent = `▲ MAX to move, ▼ MIN to move · branches are tried from left to right · ${data.rules}`;
at("keys").textContent = `Keys: ${KEYS.filter(Boolean).join(", ")}.`;
at("trees").append(...forms.map(form => form.section));
fit(forms, SHAPES);
let width = innerWidth;
addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; fit(forms, SHAPES); } });

/* Signs that a telephone's keys do not have; the field keeps the focus. */
for (const sign of WRITES ? ["−", "−∞", "+∞", ...(level === "all" ? ["≤", "≥"] : [])] : []) {
  const button = make("button", {type: "button", tabindex: "-1", "aria-label": `write ${sign}`}, sign);
  button.addEventListener("click", () => {
    const input = document.activeElement;
    if (input.field && input.type === "text") { input.setRangeText(sign, input.selectionStart, input.selectionEnd, "end"); input.dispatchEvent(new Event("input", {bubbles: true})); }
  });
  at("signs").append(button);
}
at("bar").addEventListener("pointerdown", event => event.preventDefault());
at("name").addEventListener("input", keep);
at("copy").addEventListener("click", async () => {
  at("line").select();
  try { await navigator.clipboard.writeText(at("line").value); } catch (error) { document.execCommand("copy"); }
  at("copied").textContent = "Copied.";
});
at("clear").addEventListener("click", () => {
  if (!confirm("Clear all that is filled in, and the score?")) return;
  try { localStorage.removeItem(KEPT); } catch (error) { /* nothing is kept */ }
  location.reload();
});
fetchKept();
keep();
})();
