// Before the first paint: the theme that was chosen (dashboard/theme.ts writes it), so that nothing flashes.
// A new content needs a new number in the name: /assets/* is cached for ever.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("seed.theme");
  } catch (e) {}
  if (chosen !== "light" && chosen !== "dark") return;
  document.documentElement.dataset.theme = chosen;
  document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
    meta.setAttribute("content", chosen === "dark" ? "#0e0f12" : "#f6f7f9");
  });
})();
