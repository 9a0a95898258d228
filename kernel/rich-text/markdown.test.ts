import { describe, expect, test } from "vitest";
import { parse } from "./markdown.ts";
import { plain } from "./plain.ts";
import { reader } from "./reader.ts";
import { autolinked, mayContainMarkdown } from "./quick.ts";
import { type RichText, safeHref } from "./tree.ts";

const flat = (nodes: readonly RichText[]): RichText[] =>
  nodes.flatMap((node) => [
    node,
    ...("children" in node ? flat(node.children) : []),
    ...(node.type === "table" ? flat([...node.head.flat(), ...node.rows.flat(2)]) : []),
  ]);
const links = (markdown: string) => flat(parse(markdown)).flatMap((node) => (node.type === "link" ? [node.href] : []));
const text = (nodes: readonly RichText[]) =>
  flat(nodes)
    .map((node) => ("text" in node ? node.text : ""))
    .join("");

describe("parse", () => {
  test("keeps line breaks, emphasis, code and lists", () => {
    expect(parse("**a** _b_ ~~c~~ `d`\ne")).toEqual([
      {
        type: "paragraph",
        children: [
          { type: "strong", children: [{ type: "text", text: "a" }] },
          { type: "text", text: " " },
          { type: "em", children: [{ type: "text", text: "b" }] },
          { type: "text", text: " " },
          { type: "del", children: [{ type: "text", text: "c" }] },
          { type: "text", text: " " },
          { type: "code", text: "d" },
          { type: "br" },
          { type: "text", text: "e" },
        ],
      },
    ]);
    expect(parse("3. x\n4. y")).toMatchObject([{ type: "list", ordered: true, start: 3, children: [{ type: "item" }, { type: "item" }] }]);
    expect(parse("```js\nlet a\n```")).toEqual([{ type: "codeblock", text: "let a", language: "js" }]);
    expect(parse("> q\n\n# h\n\n---")).toMatchObject([{ type: "quote" }, { type: "heading", level: 1 }, { type: "hr" }]);
    expect(parse("|a|\n|-|\n|**b**|")).toMatchObject([{ type: "table", rows: [[[{ type: "strong" }]]] }]);
    expect(text(parse("- [x] done"))).toBe("☑ done");
  });

  test("escapes and entities are decoded", () => {
    expect(text(parse("2 \\* 3 &lt; 7 &amp;amp;"))).toBe("2 * 3 < 7 &amp;");
  });

  const ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick=alert(1)>b</b>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>*{display:none}</style>",
    '<a href="javascript:alert(1)">x</a>',
    "<!-- <script>alert(1)</script> -->",
    "<![CDATA[<script>alert(1)</script>]]>",
  ];
  test.each(ATTACKS)("raw HTML is shown as text: %s", (attack) => {
    expect(text(parse(attack))).toBe(attack);
    expect(links(attack)).toEqual([]);
  });

  const UNSAFE = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/relative)",
    "[x](blob:https://a/b)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "[x]\n\n[x]: javascript:alert(1)",
  ];
  test.each(UNSAFE)("no link is made of %s", (attack) => {
    expect(links(attack)).toEqual([]);
  });

  test("http, https, mailto and tel addresses become links, and so do images", () => {
    expect(links("[a](https://a.example/?x=1&amp;y=2) <mailto:b@c.example> [t](tel:+4930) http://d.example")).toEqual([
      "https://a.example/?x=1&y=2",
      "mailto:b@c.example",
      "tel:+4930",
      "http://d.example",
    ]);
    expect(flat(parse("![cat](https://img.example/cat.png)"))).toContainEqual({
      type: "link",
      href: "https://img.example/cat.png",
      children: [{ type: "text", text: "cat" }],
    });
  });

  test("hostile nesting is parsed quickly", () => {
    for (const hostile of [
      ">".repeat(16_000),
      "[".repeat(16_000),
      "**a".repeat(5000),
      "- ".repeat(8000),
      "[a](".repeat(4000),
      "`a".repeat(8000),
    ]) {
      const started = performance.now();
      expect(parse(hostile).length).toBeGreaterThan(0);
      expect(performance.now() - started).toBeLessThan(1500);
    }
  });
});

describe("no text is lost", () => {
  test.each([
    ["a log line that looks like a link definition", "[ERROR]: timeout", "[ERROR]: timeout"],
    ["cells after the last column", "|a|b|\n|-|-|\n|1|2|3|4|", "ab12 | 3 | 4"],
    ["a link without text", "[](https://a.example)", "https://a.example"],
    ["quotes nested deeper than the limit", `${"> ".repeat(20)}deep`, "> > > > deep"],
    ["lists nested deeper than the limit", `${"- ".repeat(20)}deep`, "- - - - deep"],
    [
      "emphasis nested deeper than the limit",
      `${"**a ".repeat(18)}deep${" b**".repeat(18)}`,
      `**a **a ${"a ".repeat(16)}deep${" b".repeat(16)} b** b**`,
    ],
  ])("%s", (_name, markdown, seen) => {
    expect(text(parse(markdown))).toBe(seen);
  });

  test("images nested deeper than the limit", () => {
    const tree = text(parse(`${"![".repeat(20)}deep${"](https://a.example)".repeat(20)}`));
    expect(tree).toContain("deep");
    expect(tree).toMatch(/^!\[!\[!\[!\[/);
  });

  test("an empty line within a quote does not put space between the items around it", () => {
    expect(parse("* a\n  > b\n  >\n* c")).toMatchObject([
      { children: [{ children: [{ type: "text", text: "a" }, { type: "quote" }] }, {}] },
    ]);
    expect(parse("* a\n\n* c")).toMatchObject([{ children: [{ children: [{ type: "paragraph" }] }, {}] }]);
  });

  // Addresses and titles of links count as shown.
  const all = reader<never>({
    ...{ breaks: true, href: (href: string) => href, picture: () => undefined },
    link: ({ href, title }, children) => ({
      type: "link",
      href,
      children: [...children, { type: "text", text: ` ${href} ${title ?? ""}` }],
    }),
  });
  const SIGNS =
    '*|**|***|_|__|~|~~|`|``|[|]|](|)|![|<|>|<b>|<!--|-->|<a b="|"|\'|\\|&amp;|&#|http://|www.|@|.c |:|  \n|\n|\n\n|\n> |\n>> |\n- |\n  - |\n1. |\n2) |\n# |\n    |\n```\n|\n~~~\n|\n===\n|\n---\n|\n|-|-|\n| '.split(
      "|",
    );
  test("every word of four thousand random texts is kept", () => {
    let state = 7;
    const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    const bars = [" | ", "\n| ", " |\n|-|-|\n", "|"];
    for (let round = 0; round < 4000; round += 1) {
      const words = Array.from({ length: 3 + next(24) }, (_, i) => `w${i}x`);
      const typed = words.map((word) => `${next(6) === 0 ? bars[next(bars.length)] : SIGNS[next(SIGNS.length)]}${word}`).join("");
      const seen = text(all(typed));
      const lost = words.filter((word) => !seen.includes(word));
      // Link definitions are not shown, as in CommonMark.
      if (!/\]:/.test(typed)) expect(lost, JSON.stringify(typed)).toEqual([]);
    }
  });
});

describe("functions without the parser", () => {
  test("plain text is recognised as needing no parser", () => {
    for (const calm of ["Hello!", "Where is order 4411?\nThanks, Ana", "See https://a.example/b?c=d.", "5 - 3 = 2", "I said: yes (really)"])
      expect(mayContainMarkdown(calm)).toBe(false);
    for (const rich of [
      "**a**",
      "- a\n- b",
      "1. a",
      "`x`",
      "# h",
      "> q",
      "[a](b)",
      "a_b",
      "x\n===",
      "a | b",
      "&amp;",
      "<https://a.b>",
      "www.a.example",
      "me@a.example",
    ])
      expect(mayContainMarkdown(rich)).toBe(true);
  });

  test("autolinked gives the same result as parse for text without Markdown", () => {
    for (const calm of ["Hello", "a\nb", "a\n\nb", "go to https://a.example/x now", "end https://a.example."])
      expect(autolinked(calm)).toEqual(parse(calm));
  });

  test("punctuation after an address is not part of it", () => {
    expect(autolinked("(see https://a.example/x_(y)), ok")).toEqual([
      {
        type: "paragraph",
        children: [
          { type: "text", text: "(see " },
          { type: "link", href: "https://a.example/x_(y)", children: [{ type: "text", text: "https://a.example/x_(y)" }] },
          { type: "text", text: "), ok" },
        ],
      },
    ]);
  });

  test("control characters that reverse the following text are removed; right-to-left text and closed isolates are kept", () => {
    const [rlo, lre, pdf, rli, fsi, pdi] = ["\u202e", "\u202a", "\u202c", "\u2067", "\u2068", "\u2069"];
    for (const read of [parse, autolinked]) {
      const tree = read(`see https://bank.example/${rlo}txt.exe now\n${rli}${lre}https://a.example${pdf} end`);
      expect(text(tree)).toBe("see https://bank.example/txt.exe now" + "https://a.example end");
      expect(flat(tree).flatMap((node) => (node.type === "link" ? [node.href] : []))).toEqual([
        "https://bank.example/txt.exe",
        "https://a.example",
      ]);
      for (const whole of ["שלום עולם", `لغة ${fsi}C++${pdi} جيدة`, "a\u200eb\u200fc"]) expect(text(read(whole))).toBe(whole);
      expect(text(read(`${rli}a${rlo}b${pdi} ${pdi}c${fsi}\n${pdi}d`))).toBe("ab cd");
    }
    expect(text(autolinked(`(${fsi}https://a.example/x${pdi})`))).toBe(`(${fsi}https://a.example/x${pdi})`);
    expect(autolinked(`${fsi}https://a.example/x${pdi}`)).toMatchObject([{ children: [{}, { href: "https://a.example/x" }, {}] }]);
    for (const turned of ["[x](https://a.example/\u2067y\u2069)", "[x](<https://a.example/\u2067y\u2069>)"])
      expect(links(turned)).toEqual([]);
    expect(safeHref(`https://a.example/${rlo}x`)).toBeUndefined();
    expect(plain(`hello ${rlo}dlrow`, 100)).toBe("hello dlrow");
  });

  test("safeHref refuses control characters and spaces", () => {
    expect(safeHref("https://a.example")).toBe("https://a.example");
    for (const bad of [" https://a", "java\nscript:x", "https://a b", "\u0000https://a", "https:", ""])
      expect(safeHref(bad)).toBeUndefined();
  });

  test("plain removes Markdown syntax and shortens by characters", () => {
    expect(plain("# Hi\n\n**bold** and _it_ [link](https://a.example) `code`\n- item", 100)).toBe("Hi bold and it link code item");
    expect(plain("snake_case_name and 2*3*4", 100)).toBe("snake_case_name and 2*3*4");
    expect(plain("😀".repeat(20), 10)).toBe(`${"😀".repeat(9)}…`);
    expect(plain("<b>x</b>", 100)).toBe("<b>x</b>");
    const started = performance.now();
    for (const hostile of ["[".repeat(16_000), "*a ".repeat(5000), "_".repeat(16_000), "`".repeat(16_000), "> ".repeat(8000)])
      plain(hostile, 160);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
