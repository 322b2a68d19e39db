/* A run in a notebook: what is wanted goes to the kernel, one request at a time; what is shown comes back from there. */
const BUTTONS = {
  first: "|◀", previous: "◀", play: "▶ play", next: "▶", last: "▶|", previous_cut: "◀✂", next_cut: "✂▶", over: "over",
  view_tree: "tree", view_columns: "columns", view_overview: "overview",
};
const part = (name, ...children) => make("div", {class: name}, ...children);

/* Whether words are light, so that what is behind them is dark: any notebook, and any way to write a colour. */
function isDark(element) {
  const pen = make("canvas", {width: 1, height: 1}).getContext("2d");
  pen.fillStyle = getComputedStyle(element).color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128;
}

/* Words are texts, never HTML. */
const more = (count, where) => count ? [part("more", `… ${count.toLocaleString("en")} ${where}`)] : [];
const row = ([key, state, sign, move, value, words, on]) => make(
  "div", {class: `row ${on}`, "data-node": key, "data-state": state, title: words},
  ...Object.entries({sign, move, value}).map(([name, text]) => make("span", {class: name}, text)),
);
const column = ({head, best, window, above, rows, below}) =>
  part("column", make("b", {}, head), part("best", best), part("more", window), ...more(above, "above"), ...rows.map(row), ...more(below, "below"));

function render({model, el}) {
  const actions = model.get("_actions"), shown = () => model.get("_page_content");
  const keys = {PageDown: "next", PageUp: "previous", Escape: "running"}, buttons = {};
  for (const name in actions) for (const key of actions[name][2]) keys[key] = name;
  for (const name in BUTTONS) {
    const [about, key] = actions[name];
    buttons[name] = make("button", {type: "button", title: `${about} (${key})`, "aria-label": about}, BUTTONS[name]);
    buttons[name].addEventListener("click", () => act(name));
  }
  const slider = make("input", {type: "range", min: 0, step: 1, "aria-label": "step"});
  const [stage, board, about, note, progress, counts] = ["stage", "board", "about", "note", "where", "counts"].map(name => part(name));
  const said = make("p", {class: "said", "aria-live": "polite", "aria-atomic": "true"});
  const [first, previous, play, next, last, uncut, cut, over, ...views] = Object.values(buttons);
  const main = part("main", stage, part("aside", board, about)), root = make(
    "div", {class: "search-tree", tabindex: 0, role: "group", "aria-label": "a search, step by step", "data-lm-suppress-shortcuts": "true"},
    main, said,
    part("nav", first, previous, play, next, last, slider, progress, uncut, cut, over), part("nav", note, ...views),
  );

  /* Requests: the last one waits while another is with the kernel. */
  let flight = null, wanted = null, timer = 0;
  const send = () => {
    flight = {...wanted, id: `${Math.random()}`};
    wanted = null;
    model.set("_page_request", flight);
    model.save_changes();
  };
  const request = (act, at = null) => { wanted = {act, at}; if (!flight) send(); };
  const goal = () => [wanted, flight].find(each => each?.act === "seek")?.at ?? shown().step;
  const act = name => {
    const step = goal() + {next: 1, previous: -1}[name];
    if (step >= 0 && step <= shown().last) request("seek", step); else request(name);
  };

  const shade = () => { root.dataset.theme = model.get("_theme") || (isDark(el) ? "dark" : "light"); };
  const paint = () => {
    const now = shown();
    if (now.step === undefined) return;
    shade();
    if (now.columns) {
      stage.replaceChildren(part("columns", ...now.columns.map(column)));
      for (const each of stage.querySelectorAll(".on")) each.parentElement.scrollTop = each.offsetTop - each.parentElement.clientHeight / 2;
      stage.firstChild.scrollLeft = stage.firstChild.scrollWidth;
    } else stage.innerHTML = now.svg; /* drawn by the kernel, its words escaped */
    for (const each of stage.querySelectorAll("[data-node]")) each.classList.toggle("chosen", now.chosen.includes(each.dataset.node));
    board.innerHTML = now.board;
    main.classList.toggle("bare", !now.board);
    about.replaceChildren(...now.about.filter(Boolean).map((line, place) => make(place ? "p" : "b", {}, line)), counts);
    const texts = [[said, now.said], [counts, now.counts], [note, now.note], [play, now.wait ? "‖ stop" : BUTTONS.play]];
    for (const [element, text] of texts) write(element, text);
    slider.max = now.last;
    tellStep(goal(), now.progress, slider, progress);
    for (const each of views) each.setAttribute("aria-pressed", each.textContent === model.get("view"));
    clearTimeout(timer);
    if (now.wait) timer = setTimeout(() => { if (!flight) request("tick", now.wait); }, 1000 * now.wait);
  };
  const hear = () => {
    if (flight?.id === shown().id) {
      flight = null;
      if (wanted) send();
    }
    paint();
  };

  slider.addEventListener("input", () => request("seek", Number(slider.value)));
  stage.addEventListener("click", event => {
    const node = event.target.closest("[data-node]"), svg = event.target.closest("svg");
    if (node) request("choose", node.dataset.node);
    else if (svg && model.get("view") === "overview") {
      const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      request("point", [x, y]);
    }
    root.focus({preventScroll: true});
  });
  root.addEventListener("keydown", event => {
    const {key, target} = event;
    if (isShortcut(event) || key === "Tab") return;
    event.stopPropagation(); /* else the notebook would hear it */
    if (!keys[key] || target === slider && key.startsWith("Arrow") || target.type === "button" && " Enter".includes(key)) return;
    event.preventDefault();
    act(keys[key]);
  });
  const watcher = new MutationObserver(shade);
  for (const each of [document.documentElement, document.body]) watcher.observe(each, {attributes: true});
  model.on("change:_page_content", hear);
  el.style.width = "100%"; /* side by side all have the same */
  el.append(root);
  paint();
  new ResizeObserver((sizes, once) => { once.disconnect(); paint(); }).observe(root); /* once it is on the page */
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    model.off("change:_page_content", hear);
  };
}
export default {render};
