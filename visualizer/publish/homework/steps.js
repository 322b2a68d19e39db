"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const tables = decoded(data.facts);
const MARKS = {done: RIGHT, cut: "✂", here: "◂"}, SAYS = {blank: "not entered", open: "open", here: "you stand here", done: "returned", cut: "returned, with a cut", struck: "cut"};
const KEYS = ["↓ enters the next child", "x cuts the rest", "a and b change α and β", "a number and enter returns it", "h gives a hint", "s shows what comes next"];
const ACTS = {ArrowDown: "down", x: "cut"}, ENDS = {a: "alpha", b: "beta"};

/* A tree that is blank at first, and the search of it that is made by hand. */
class StepsForm extends TreeForm {
  constructor(task, place) {
    super(task, place, data, task.rules, {class: "steps"});
    this.walk = new Walk(task, data, tables[place]);
    this.end = "return";
    this.head = make("p", {class: "head"});
    this.refused = make("p", {class: "refused", role: "alert"});
    this.ending = button(() => this.turn("return"), {class: "end"});
    this.input = make("input", {type: "text", inputmode: "decimal", autocapitalize: "off", spellcheck: "false", id: `${this.name}-number`});
    this.offers = make("span", {class: "offers"});
    this.stage.append(make("ul", {class: "tree", role: "list"}, this.node(task.tree)));
    this.anew = this.button("Begin again", () => this.again());
    this.form.append(this.head, this.stage, this.said, this.refused,
      make("p", {class: "doing"}, this.button("↓ enter the next child", () => this.do("down")), this.button("x cut the rest", () => this.do("cut")),
        this.ending, this.input, make("button", {type: "submit"}, "Do it (enter)"), this.offers),
      make("p", {class: "actions"}, this.button("Change α (a)", () => this.turn("alpha")), this.button("Change β (b)", () => this.turn("beta")),
        this.button("Hint (h)", () => this.hint()), this.button("Show (s)", () => this.show()), this.anew, this.shape));
  }

  /* Return a button after which one goes on typing. */
  button(words, does, attributes) { return button(() => { does(); this.input.focus({preventScroll: true}); }, attributes, words); }

  /* Drawing. */

  node(node) {
    const box = this.button("", () => { if (this.walk.row.at !== node.path) this.do("down", "", node.path); }, {tabindex: "-1"});
    return this.item(node, box, make("span", {class: "name", "aria-hidden": "true"}, node.edge));
  }

  /* Do again what was kept. */
  restore(kept) {
    this.walk.restore(kept);
    this.paint();
  }

  paint() {
    const {walk} = this, {seen, nodes, row} = walk;
    for (const [path, box] of this.boxes) {
      const [look, text, isCutHere] = seen[path], node = nodes.get(path);
      box.className = `box ${node.kind} ${look}`;
      box.textContent = [node.text, text, MARKS[look] || ""].filter(Boolean).join(" ") || "·";
      box.setAttribute("aria-label", `${node.named}, ${node.mover}: ${SAYS[look]}${text && text !== "?" ? ` ${text}` : ""}`);
      box.parentNode.classList.toggle("cut-here", Boolean(isCutHere));
    }
    this.head.textContent = walk.isOver ? "" : row.head;
    this.said.textContent = walk.isOver ? `${RIGHT} ${walk.said} ${walk.report()}.` : walk.said;
    this.state.textContent = walk.isOver ? `${RIGHT} done` : `step ${walk.steps} · ${walk.slips} slip${walk.slips === 1 ? "" : "s"}`;
    const {sign} = data.kinds[this.end], label = this.end === "return" ? sign : `${sign} =`;
    this.ending.textContent = label;
    this.input.setAttribute("aria-label", this.end === "return" ? "the value to return" : `the new ${sign}`);
    this.offers.replaceChildren(...(walk.isOver ? [] : row.offers).map(number => this.button(number.replace("-", "−"), () => this.do(this.end, number))));
  }

  /* Doing. */

  key(event) {
    if (event.target.tagName === "BUTTON" && event.key === "Enter") return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (ACTS[key]) this.do(ACTS[key]);
    else if (ENDS[key]) this.turn(ENDS[key]);
    else if (key === "h") this.hint();
    else if (key === "s") this.show();
    else if (key === "Escape" || key === "Backspace" && !this.input.value) this.turn("return");
    else return;
    event.preventDefault();
  }

  turn(end) {
    this.end = end;
    this.input.value = "";
    this.paint();
  }

  /* Take the number that is typed. */
  submit() {
    const number = this.input.value.trim();
    if (this.walk.isOver) return;
    if (Number.isNaN(readNumber(number))) this.refused.textContent = number ? `'${[...number].slice(0, 20).join("")}' is no number; inf is ∞.` : "Type a number first, which is returned; a and b change α and β.";
    else this.do(this.end, number);
  }

  do(kind, number = "", path = null) {
    const child = kind === "down" ? this.walk.nodes.get(path ?? this.walk.row.next)?.name : "";
    const {right, why} = this.walk.do(kind, number, path), {sign} = data.kinds[kind];
    this.refused.textContent = right ? "" : `${WRONG} ${[sign, number, child].filter(Boolean).join(" ")}: ${why}`;
    this.turn("return");
    keep();
  }

  hint() { this.refused.textContent = `Hint: ${this.walk.hint}`; }

  show() {
    if (this.walk.isOver) return;
    const {act: [, number], sign, why} = this.walk.show();
    this.refused.textContent = `${sign}${number === undefined ? "" : ` ${number}`}: ${why}`;
    this.paint();
    keep();
  }

  again() {
    this.walk.begin();
    this.refused.textContent = "";
    this.turn("return");
    keep();
  }
}

/* Keep what was done, and what the line for the teacher says. */
function keep() {
  const walks = forms.map(form => form.walk);
  tellTeacher(data, walks.map(walk => `${walk.source}: ${walk.isOver ? walk.report() : walk.log.length ? `${walk.report()}, not finished` : "not begun"}`));
  store.keep({name: at("name").value, logs: walks.map(walk => walk.log)}, globalThis.walked?.(walks));
}

const forms = data.tasks.map((task, place) => new StepsForm(task, place));
const hasChance = node => node.kind === "chance" || node.children.some(hasChance);
const chance = data.tasks.some(task => hasChance(task.tree)) ? ", ~ chance" : "";
const store = globalThis.gradebook?.(data, keepsWalks(forms.map(form => form.walk))) ?? new Browser(data);
for (const {anew} of forms) anew.hidden = !(store instanceof Browser);  // else a gradebook says when an attempt begins
at("bar").hidden = true;
setUp(data, forms, store, {what: "logs", rules: `${chance} · children are entered from left to right`, keys: KEYS, clears: "was done", keep});
})();
