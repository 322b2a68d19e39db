// Pages that explore, in frames, are light or dark as the site is.
const paint = () => {
  const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  for (const frame of document.querySelectorAll(".shown iframe")) {
    try { frame.contentDocument.documentElement.dataset.theme = theme; } catch { /* a page opened as a file may not */ }
  }
};
new MutationObserver(paint).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
document.querySelectorAll(".shown iframe").forEach(frame => frame.addEventListener("load", paint));
paint();
