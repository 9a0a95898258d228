// Applies the theme chosen in dashboard/theme.ts before the first paint, so that no other theme flashes up.
// When this file changes, its number must change too: /assets/* is cached for a year.
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
