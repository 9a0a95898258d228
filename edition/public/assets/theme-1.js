// Before the first paint: the theme that was chosen (dashboard/theme.ts writes it), so that nothing flashes.
// A new content needs a new number in the name: /assets/* is cached for ever.
(function () {
  var chosen = "system";
  try {
    chosen = localStorage.getItem("seed.theme") || chosen;
  } catch (e) {}
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  var color = document.querySelector('meta[name="theme-color"]');
  if (color) color.setAttribute("content", dark ? "#0e0f12" : "#f6f7f9");
})();
