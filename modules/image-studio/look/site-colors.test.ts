import { expect, test } from "vitest";
import { colorsOf, sheetsOf } from "./site-colors.ts";

test("the theme colour comes first, then what is used most; greys and colours that look alike are left out", () => {
  const html =
    '<meta content="#0B7285" name="theme-color"><style>a{color:#f03e3e}b{color:#f13f3f}</style><p style="color:#ABC;background:rgba(250, 176, 5, .5)">';
  expect(colorsOf(html, ["p{color:#fab005;border:1px solid #888} q{color:#fff}"])).toEqual(["#0b7285", "#fab005", "#f03e3e", "#aabbcc"]);
  expect(colorsOf("<p>Nothing", [])).toEqual([]);
});
test("at most six colours", () => {
  const css = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff", "#ff8000", "#8000ff"].join(" ");
  expect(colorsOf("", [css])).toHaveLength(6);
});
test("style sheets are found with their addresses, other links are not", () => {
  const html = `<link rel="icon" href="/i.png"><link href='a.css?x=1&amp;y=2' rel='preload stylesheet'><link rel=stylesheet href=//cdn.example/b.css><link rel=stylesheet href="http://[">`;
  expect(sheetsOf(html, "https://acme.example/shop/")).toEqual(["https://acme.example/shop/a.css?x=1&y=2", "https://cdn.example/b.css"]);
});
