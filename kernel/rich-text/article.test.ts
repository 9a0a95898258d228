import { expect, test } from "vitest";
import { articleHtml } from "./article-html.ts";
import { embedOf, playerOf } from "./embeds.ts";
import { filesIn, headingsOf, parseArticle, plainOf } from "./article.ts";

const FILE = "fil_01jd0000000000000000000000";
const shown = (markdown: string): string => articleHtml(parseArticle(markdown));

test("headings begin at level 2, and each gets a unique id made from its text", () => {
  const tree = parseArticle("# Start\n\n## Über uns\n\n## Start\n\n### Ünïque & <b>\n\n## ???\n\n## 開始");
  expect(headingsOf(tree)).toEqual([
    { id: "start", level: 2, text: "Start" },
    { id: "über-uns", level: 3, text: "Über uns" },
    { id: "start-2", level: 3, text: "Start" },
    { id: "ünïque-b", level: 4, text: "Ünïque & <b>" },
    { id: "section", level: 3, text: "???" },
    { id: "開始", level: 3, text: "開始" },
  ]);
  expect(headingsOf(parseArticle("## a\n\n> ## b\n\n- ## c")).map((h) => h.id)).toEqual(["a"]);
  expect(headingsOf(parseArticle("## p-main"))[0]?.id).toBe("section-p-main");
});

test("a line break in the source is not one on the page; two spaces before it make one", () => {
  expect(shown("a\nb")).toBe("<p>a\nb</p>");
  expect(shown("a  \nb")).toBe("<p>a<br>b</p>");
});

test("columns of a table keep their alignment", () => {
  const row = (cell: string): string =>
    `<tr><${cell}>a</${cell}><${cell} class="center">b</${cell}><${cell} class="right">c</${cell}></tr>`;
  expect(shown("|a|b|c|\n|-|:-:|-:|\n|a|b|c|")).toBe(
    `<div class="table" tabindex="0"><table><thead>${row("th")}</thead><tbody>${row("td")}</tbody></table></div>`,
  );
});

test("quotes with one of the five markers become callouts; any other quote stays a quote", () => {
  expect(shown("> [!NOTE]\n> Read **this**.")).toBe(
    '<div class="note note" role="note"><p class="kind">Note</p><p>Read <strong>this</strong>.</p></div>',
  );
  for (const kind of ["tip", "important", "warning", "caution"])
    expect(parseArticle(`> [!${kind.toUpperCase()}]\n>\n> - a`)).toMatchObject([{ type: "callout", kind, children: [{ type: "list" }] }]);
  for (const quote of ["> [!NOPE]\n> a", "> [!NOTE] a", "> a [!NOTE]", "> **[!NOTE]**\n> a"])
    expect(parseArticle(quote)).toMatchObject([{ type: "quote" }]);
});

test("own images are rendered with their size; images of other hosts become links", () => {
  const sizes = new Map([[FILE, { width: 640, height: 360 }]]);
  expect(articleHtml(parseArticle(`![A "b"](/files/${FILE})`), { sizes })).toBe(
    `<p><img src="/files/${FILE}" alt="A &quot;b&quot;" width="640" height="360" loading="lazy" decoding="async"></p>`,
  );
  expect(shown("![x](https://other.example/a.png)")).toBe('<p><a href="https://other.example/a.png">x</a></p>');
  expect(shown(`![x](/files/${FILE}?a) ![y](//evil.example/files/${FILE})`)).toBe("<p>x y</p>");
  expect(filesIn(`![a](/files/${FILE})\n\n| a |\n|---|\n| ![b](/files/fil_01jd0000000000000000000001) |\n\n[c](/files/${FILE})`)).toEqual([
    FILE,
    "fil_01jd0000000000000000000001",
  ]);
  expect(filesIn("`![a](/files/fil_01jd0000000000000000000000)`")).toEqual([]);
});

test("the address of a video on a known host, alone in its paragraph, becomes an embed", () => {
  const href = "https://www.youtube.com/watch?v=abc123XYZ_-";
  expect(parseArticle(`a\n\n${href}\n\nb`)[1]).toEqual({ type: "embed", host: "YouTube", href });
  expect(parseArticle(`- ${href}`)).toMatchObject([{ type: "list" }]);
  for (const no of [
    `see ${href}`,
    `[video](${href})`,
    "https://youtube.com.evil.example/watch?v=a",
    "https://user@www.youtube.com/watch?v=a",
    "http://www.youtube.com/watch?v=a",
    "https://www.youtube.com:444/watch?v=a",
    "https://www.youtube.com/redirect?q=https://evil.example",
  ])
    expect(parseArticle(no)[0]?.type).toBe("paragraph");
});

test("the address of a player is built only from the video id, and an invalid id makes no embed", () => {
  const players: Record<string, string> = {
    "https://www.youtube.com/watch?list=x&v=abc123XYZ_-&t=9s": "https://www.youtube-nocookie.com/embed/abc123XYZ_-?autoplay=1",
    "https://m.youtube.com/shorts/abc123XYZ_-#evil": "https://www.youtube-nocookie.com/embed/abc123XYZ_-?autoplay=1",
    "https://youtu.be/abc123XYZ_-?si=evil": "https://www.youtube-nocookie.com/embed/abc123XYZ_-?autoplay=1",
    "https://vimeo.com/123456789": "https://player.vimeo.com/video/123456789?dnt=1&autoplay=1",
    "https://vimeo.com/123456789/0a1b2c3d4e": "https://player.vimeo.com/video/123456789?dnt=1&autoplay=1&h=0a1b2c3d4e",
    "https://www.loom.com/share/0123456789abcdef0123456789abcdef": "https://www.loom.com/embed/0123456789abcdef0123456789abcdef?autoplay=1",
    "https://acme.wistia.com/medias/abc123": "https://fast.wistia.net/embed/iframe/abc123?autoPlay=true",
    "https://fast.wistia.net/embed/iframe/abc123": "https://fast.wistia.net/embed/iframe/abc123?autoPlay=true",
  };
  for (const [href, src] of Object.entries(players)) {
    const embed = embedOf(href);
    expect(embed && playerOf(embed), href).toEqual({ src, origin: new URL(src).origin });
  }
  for (const no of [
    "https://www.youtube.com/watch",
    "https://www.youtube.com/watch?v=",
    "https://www.youtube.com/watch?v=abc123XYZ_-x",
    "https://www.youtube.com/watch?v=abc123XYZ%22onload=",
    "https://www.youtube.com/watch?v=..%2F..%2Fredir",
    "https://www.youtube.com/watch?v=abc123XYZ%0a",
    "https://www.youtube.com/watch/../embed?v=abc123XYZ_-",
    "https://www.youtube.com/abc123XYZ_-",
    "https://youtu.be/shorts/abc123XYZ_-",
    "https://youtu.be/abc123XYZ_-/x",
    "https://vimeo.com/123456789/zzzzzz",
    "https://vimeo.com/1234567890123",
    "https://vimeo.com/123456789%3Fautoplay",
    "https://loom.com/share/0123456789ABCDEF0",
    "https://evil.wistia.com.evil.example/medias/abc123",
    "https://fast.wistia.net/medias/abc%2f123",
  ])
    expect(embedOf(no), no).toBeUndefined();
});

test("the checkbox of a task is an image with a name and is not part of its text", () => {
  expect(shown("- [x] a\n- [ ] b **c**\n- d")).toBe(
    '<ul><li class="task"><span class="box" role="img" aria-label="Done">✓</span>a</li><li class="task"><span class="box" role="img" aria-label="To do"></span>b <strong>c</strong></li><li>d</li></ul>',
  );
  expect(plainOf(parseArticle("- [x] a\n\n- [ ] b"))).toBe("a\nb");
});

test("a heading links to itself, unless it contains a link", () => {
  expect(shown("## Über `x`\n\n## [a](https://a.example)\n\n#### c")).toBe(
    '<h2 id="über-x"><a class="an" href="#%C3%BCber-x">Über <code>x</code></a></h2><h2 id="a"><a href="https://a.example">a</a></h2><h4 id="c">c</h4>',
  );
});

test("links to help pages and anchors are kept, links to other hosts without a scheme are not", () => {
  expect(shown("[a](/help/acme/en/articles/b#c) [d](#e)")).toBe('<p><a href="/help/acme/en/articles/b#c">a</a> <a href="#e">d</a></p>');
  for (const no of ["[x](//evil.example)", "[x](/\\evil.example)", "[x](/login)", "[x](/help/..\\\\..)", "[x](javascript:alert(1))"])
    expect(shown(no)).not.toContain("<a");
});

test("raw HTML is shown as text, never as markup", () => {
  expect(shown("<img src=x onerror=alert(1)>")).toBe("<p>&lt;img src=x onerror=alert(1)&gt;</p>");
  expect(shown("```html\n<script>alert(1)</script>\n```")).toBe(
    '<pre dir="ltr" tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
  );
});

test("plainOf returns the text without markup, one block a line", () => {
  expect(plainOf(parseArticle("# A\n\nb **c** `d`\n\n- e\n- f\n\n| g | h |\n|---|---|\n| i | j |"))).toBe("A\nb c d\ne\nf\ng h\ni j");
});

test("thousands of equal headings are parsed quickly, and each gets its own id", () => {
  const started = performance.now();
  const ids = headingsOf(parseArticle(`${"# a\n".repeat(6000)}# a 2\n# a\n`)).map(({ id }) => id);
  expect(performance.now() - started).toBeLessThan(1500);
  expect([new Set(ids).size, ids[0], ids[1], ids.at(-1)]).toEqual([6002, "a", "a-2", "a-6001"]);
});

test("hostile nesting is parsed quickly", () => {
  for (const hostile of [
    ">".repeat(16_000),
    "[".repeat(16_000),
    "> [!NOTE]\n".repeat(3000),
    "- ".repeat(50_000),
    "1. ".repeat(50_000),
    "![a](".repeat(4000),
  ]) {
    const started = performance.now();
    shown(hostile);
    expect(performance.now() - started).toBeLessThan(1500);
  }
});
