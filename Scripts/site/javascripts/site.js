// Names that the theme leaves out: of the search, and of the buttons at each block of code. Keys scroll wide tables.
const names = () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((table) => (table.tabIndex = 0));
  document.querySelectorAll(".md-code__nav").forEach((buttons, index) => buttons.setAttribute("aria-label", `Code ${index + 1}`));
};
names();
new MutationObserver(names).observe(document.body, { childList: true, subtree: true });
