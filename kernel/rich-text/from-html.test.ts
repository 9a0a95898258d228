import { describe, expect, test } from "vitest";
import { markdownOf } from "./from-html.ts";
import { parse, type RichText } from "./markdown.ts";

const base = "https://acme.zendesk.com/hc/en-us/articles/1";
const own = (html: string): string => markdownOf(html, { base, image: (url) => (url.includes("keep") ? "/files/fil_1" : undefined) });
const lines = (...text: string[]): string => text.join("\n");

describe("HTML of the four help desks", () => {
  test("Zendesk: headings begin at the second level; lists, emphasis next to letters and relative links are converted", () => {
    expect(
      own(
        '<h1 id="h_01HX">Set up</h1><p>Open&nbsp;the <strong>settings </strong>page<em>.</em> Then <b>save.</b>Done, see <a href="/hc/en-us/articles/2-Keys?a=1&amp;b=2#h_1">keys</a>.</p>' +
          '<h3>More</h3><ul>\n<li>One\n<ul>\n<li class="wysiwyg-indent1">Two</li>\n</ul>\n</li>\n<li><p>Three</p></li>\n</ul>',
      ),
    ).toBe(
      lines(
        "## Set up",
        "",
        "Open the **settings** page. Then **save**.Done, see [keys](https://acme.zendesk.com/hc/en-us/articles/2-Keys?a=1\\&b=2#h_1).",
        "",
        "#### More",
        "",
        "- One",
        "  - Two",
        "- Three",
      ),
    );
  });
  test("Intercom: callouts by their colour, videos by their address, images within links are converted", () => {
    expect(
      own(
        '<div class="intercom-interblocks-callout" style="background-color: #feedafb3; border-color: #fbc91633;"><p class="no-margin">Mind <b>this</b></p><ul><li>a</li></ul></div>' +
          '<div class="intercom-interblocks-video"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0" frameborder="0"></iframe></div>' +
          '<div class="intercom-container"><a href="https://x.test/"><img src="https://downloads.intercomcdn.com/keep.png?expires=1" alt="The [menu]"></a></div>',
      ),
    ).toBe(
      lines(
        "> [!WARNING]",
        "> Mind **this**",
        ">",
        "> - a",
        "",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "",
        "[![The \\[menu\\]](/files/fil_1)](https://x.test/)",
      ),
    );
  });
  test("Freshdesk: double line breaks become paragraphs, code keeps its language, frames without a known video are dropped", () => {
    expect(
      own(
        '<div dir="ltr">One<br><br>Two<br>lines</div><pre rel="highlighter" data-code-brush="Python" class="fd-code">print("&lt;b&gt;")<br>  x<div>y</div></pre>' +
          '<iframe src="https://ads.test/frame"></iframe><p><span class="fr-video"><iframe src="//player.vimeo.com/video/76979871"></iframe></span></p>',
      ),
    ).toBe(lines("One", "", "Two\\", "lines", "", "```python", 'print("<b>")', "  x", "y", "```", "", "https://vimeo.com/76979871"));
  });
  test("Help Scout: callouts by their class, tables with merged cells and images that were not copied are converted", () => {
    expect(
      own(
        '<section class="callout-red"><p>No</p></section><table><tbody><tr><th>Plan</th><th colspan="2">Price</th></tr><tr><td rowspan="2">A|B</td><td>1<br>2</td><td><ul><li>x</li><li>y</li></ul></td></tr><tr><td>3</td></tr></tbody></table>' +
          '<figure><img src="//d33v4339jhl8k0.cloudfront.net/a.png" alt="Shot"><figcaption>A caption</figcaption></figure>',
      ),
    ).toBe(
      lines(
        "> [!CAUTION]",
        "> No",
        "",
        "| Plan | Price | |",
        "| - | - | - |",
        "| A\\|B | 1 2 | • x • y |",
        "| | 3 | |",
        "",
        "[Shot](https://d33v4339jhl8k0.cloudfront.net/a.png)",
        "",
        "A caption",
      ),
    );
  });
  test("a table with one column is treated as layout, and a nested table becomes text", () => {
    expect(own("<table><tr><td><h2>Head</h2><p>Text</p></td></tr></table>")).toBe("## Head\n\nText");
    expect(own("<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>")).toContain("| a | b c |");
  });
  test("the caller may rewrite links, and a link without an address becomes its text", () => {
    const link = (url: string): string | undefined => (url.endsWith("/2") ? "https://desk.test/help/x" : undefined);
    expect(markdownOf('<p><a href="2">in</a> and <a href="/3">out</a> and <a href="#x">here</a></p>', { base, link })).toBe(
      "[in](https://desk.test/help/x) and out and here",
    );
  });
});

test("text that looks like Markdown is escaped and stays text", () => {
  const typed = "*a* _b_ `c` ~~d~~ # e [f](g) ![h](i) <b> &lt; 1. \\ | j |";
  for (const text of [typed, "# head", "- item", "1. one", "> quote", "    code", "```", "---", "| a |", "[!NOTE]", "[x]: y", "+ x", "="]) {
    const html = `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
    expect(parse(own(html)), text).toEqual([{ type: "paragraph", children: [{ type: "text", text: text.trim() }] }]);
  }
});

const BAD = [
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="https://x.test/)](javascript:alert(1))">x](javascript:alert(1))</a>',
  '<a href="https://x.test/ &quot;)[y](javascript:alert(1)">x</a>',
  "<p>[x](javascript:alert(1)) &lt;javascript:alert(1)&gt;</p>",
  "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  "<p>[a]: javascript:alert(1)</p><p>[a]</p>",
  '<img src="javascript:alert(1)" alt="](javascript:alert(1))">',
  '<img src="https://x.test/a.png" alt="]](javascript:alert(1)) ![x](javascript:alert(1))" onerror=alert(1)>',
  '<img src="https://x.test/keep.png" alt="x](javascript:alert(1)) [y" onerror=alert(1)>',
  "<scr<script>ipt>alert(1)</scr</script>ipt><svg onload=alert(1)><svg><a xlink:href=javascript:alert(1)>x</a></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://www.youtube.com/embed/x)](javascript:alert(1))"></iframe>',
  '<pre><code class="language-js)](javascript:alert(1)">```\n[x](javascript:alert(1))</code></pre>',
  "<code>`[x](javascript:alert(1))`</code>",
  '<table><tr><td>[x](javascript:alert(1)) | </td><td><a href="javascript:alert(1)">y</a></td></tr></table>',
  '<div class="callout callout-x](javascript:alert(1))">a</div>',
  '<base href="javascript:alert(1)//"><a href="x">x</a>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button><input value=x></form>',
];
const hrefs = (nodes: readonly RichText[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.type === "link" ? [node.href] : []),
    ...("children" in node ? hrefs(node.children) : []),
    ...(node.type === "table" ? [...node.head, ...node.rows.flat()].flatMap((cell) => hrefs(cell)) : []),
  ]);
test.each(BAD)("no script survives: %s", (html) => {
  const markdown = own(html);
  const tree = parse(markdown);
  for (const href of hrefs(tree)) expect(href).toMatch(/^(?:https?:\/\/(?:x\.test|www\.youtube\.com|acme\.zendesk\.com)\/|mailto:)/);
  // No tag and no address of another scheme outside of code.
  const bare = markdown.replaceAll(/(`{1,4})[^]*?\1/g, "");
  expect(bare).not.toMatch(/(?<!\\)<[a-z!/?]/i);
  expect(bare).not.toMatch(/(?<!\\)\]\((?!https?:|mailto:|\/files\/)/);
});

test("time and output size are bounded for hostile input", () => {
  const many = (text: string, times: number): string => text.repeat(times);
  const hostile = [
    many("<div>", 50_000),
    `${many("<b>", 100_000)}x`,
    Array.from({ length: 20_000 }, (_, i) => `<p><font color="${i}"><b id="${i}">`).join("x"),
    many("<ul><li>x", 20_000),
    many("<", 300_000),
    many("<a b='", 50_000),
    `<table>${many("<tr><td colspan=1000 rowspan=1000>x<td>y", 10_000)}`,
    many("<svg>", 100_000),
    many("<!--", 50_000),
    many("<b><i><s><code><a href=x><p>", 20_000),
    `<p>${many(" ", 300_000)}x`,
    `<p>${many("<b>.</b>x", 20_000)}`,
  ];
  for (const html of hostile) {
    const began = performance.now();
    expect(own(html).length).toBeLessThanOrEqual(2 * html.length);
    // Far above the time on an idle machine; quadratic code would take minutes.
    expect(performance.now() - began, html.slice(0, 20)).toBeLessThan(10_000);
  }
});
