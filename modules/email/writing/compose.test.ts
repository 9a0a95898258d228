import fc from "fast-check";
import { inLanguage } from "#kernel/language/current.ts";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import {
  answerSubject,
  automaticHeaders,
  bodyOf,
  firstSubject,
  forwardBody,
  forwardSubject,
  headerText,
  fitting,
  MAX_REFERENCES,
  senderNameOf,
  subjectOf,
  threadHeaders,
} from "./compose.ts";

const UNSET = { senderName: null };

test("the sender name of an operator's reply has the person and the project, that of automatic mail only the project", () => {
  expect(senderNameOf({ role: "operator", name: "Mia" }, UNSET, "Acme")).toBe("Mia at Acme");
  expect(senderNameOf({ role: "operator", name: "Mia" }, { senderName: "Acme Care" }, "Acme")).toBe("Mia at Acme Care");
  expect(senderNameOf({ role: "operator", name: null }, UNSET, "Acme")).toBe("Acme");
  expect(senderNameOf({ role: "assistant", name: "Mia" }, UNSET, "Acme")).toBe("Acme");
});

test.each([
  ["Order 17", "Re: Order 17"],
  ["Re: Order 17", "Re: Order 17"],
  ["AW: Re: RE[3]: Fwd: Order", "Re: Fwd: Order"],
  ["回复：订单", "Re: 订单"],
  ["Re:", "Your message to Acme"],
  ["  \r\n ", "Your message to Acme"],
  [null, "Your message to Acme"],
  [undefined, "Your message to Acme"],
  ["Re: a\r\nBcc: b@c.example", "Re: a Bcc: b@c.example"],
  ["Regarding your offer", "Re: Regarding your offer"],
  ["\u202egnp.exe", "Re: gnp.exe"],
])("the subject of a reply to %j is %j", (subject, answer) => {
  expect(subjectOf(subject, "Acme")).toBe(answer);
});

test("a header value has no line breaks and a bounded length, whatever its text", () => {
  fc.assert(
    fc.property(anyText(), anyText(), anyText(), (subject, project, name) => {
      for (const text of [subjectOf(subject, project), senderNameOf({ role: "operator", name }, { senderName: project }, project)]) {
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect([...text].length).toBeLessThanOrEqual(210);
      }
    }),
  );
  expect(headerText(` a\0\t\r\nb${"c".repeat(500)}`, 10)).toBe("a bccccccc");
});

test("References has the newest mails, ends with the one replied to, and leaves out malformed ids", () => {
  expect(threadHeaders({ references: ["a@x", "b@y"], inReplyTo: "a@x" })).toEqual({ "In-Reply-To": "<a@x>", References: "<b@y> <a@x>" });
  const many = Array.from({ length: 60 }, (_, i) => `m${i}@x.example`);
  const { References = "" } = threadHeaders({ references: many, inReplyTo: "m59@x.example" });
  expect(References.split(" ")).toHaveLength(MAX_REFERENCES);
  expect(References.split(" ").at(-1)).toBe("<m59@x.example>");
  for (const wrong of [null, "", "no-at", "a@b> <c@d", "a@b\r\nX: y", `${"a".repeat(300)}@b`, "ä@b"])
    expect(threadHeaders({ references: ["ok@x"], inReplyTo: wrong })).toEqual({});
  expect(threadHeaders({ references: ["a b@x", "ok@x"], inReplyTo: "p@x" })["References"]).toBe("<ok@x> <p@x>");
});

test("automatic mail is marked as automatic in its headers", () => {
  expect(automaticHeaders("assistant")).toEqual({ "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" });
  expect(automaticHeaders("operator")["Auto-Submitted"]).toBe("auto-generated");
});

const body = (content: string, more: Partial<Parameters<typeof bodyOf>[0]> = {}) =>
  bodyOf({ content, signature: "", quote: null, tooLarge: [], ...more });

test("Markdown becomes readable plain text", () => {
  const content =
    "# Hello\n\nSee [the page](https://x.example) and <https://y.example>.\n\n1. one\n2. two\n   - deep\n\n> said\n\n```\ncode\n  more\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n---\nend";
  expect(body(content).text).toBe(
    "Hello\n\nSee the page (https://x.example) and https://y.example.\n\n1. one\n2. two\n   - deep\n\n> said\n\n    code\n      more\n\na | b\n1 | 2\n\n- ☑ done\n\n* * *\n\nend\n",
  );
  expect(body("one\ntwo").text).toBe("one\ntwo\n");
});

test("HTML contains only the elements that we generate", () => {
  const hostile =
    "<img src=x onerror=alert(1)> [a](javascript:alert(1)) [t](tel:+123) [m](mailto:a@b.example) ![p](https://t.example/p.gif) \"q\" 's'";
  const { html } = body(hostile, { signature: '<script>x</script>\n"', tooLarge: ["<b>.png"], quote: { content: "<iframe>", at: 0 } });
  expect(html).not.toMatch(/<(?:img|script|iframe|b)\b/);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(["mailto:a@b.example", "https://t.example/p.gif"]);
  fc.assert(
    fc.property(anyText(), anyText(), (content, signature) => {
      const made = body(content, { signature, quote: { content: signature, at: 0 } });
      const tags = [...made.html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, tag]) => tag?.toLowerCase());
      const known = "html head meta body p strong em del code pre a ol ul li table tr th td blockquote br hr".split(" ");
      expect(tags.filter((tag) => !known.includes(tag ?? ""))).toEqual([]);
    }),
  );
});

test("in an Arabic mail only our own sentences go from right to left", () => {
  const { html } = inLanguage("ar", () => body("Hello.", { signature: "Acme", quote: { content: "Where?", at: 0 } }));
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(html).toContain('<p dir="auto">Hello.</p><p dir="auto">-- <br>Acme</p><p>');
  expect(html).toContain('<blockquote type="cite"><p dir="auto">Where?</p></blockquote>');
});

test("a signature with its own delimiter line gets no second one", () => {
  for (const signature of ["-- \nAcme Ltd", "--\r\nAcme Ltd", "\n--\n\nAcme Ltd\n"])
    expect(body("Hello.", { signature }).text).toBe("Hello.\n\n-- \nAcme Ltd\n");
  expect(body("Hello.", { signature: "--\n" }).text).toBe("Hello.\n");
  expect(body("Hello.", { signature: "--- Acme ---" }).text).toBe("Hello.\n\n-- \n--- Acme ---\n");
});

test("files are attached all together or not at all", () => {
  const files = [
    { name: "a", size: 3 },
    { name: "b", size: 4 },
  ];
  expect(fitting(files, 7)).toEqual({ attached: files, tooLarge: [] });
  expect(fitting(files, 6)).toEqual({ attached: [], tooLarge: ["a", "b"] });
  expect(body("x", { tooLarge: ["a\r\nb.png"] }).text).toContain("Too large to be attached: a b.png.");
});

test("the subject of a first mail, of a reply and of a forwarded message", () => {
  expect(firstSubject("Your\r\norder", "Acme")).toBe("Your order");
  expect(firstSubject(null, "Acme")).toBe("A message from Acme");
  const none = { subject: null, ours: null };
  expect(answerSubject({ proved: true, thread: { subject: "Order", ours: null } }, "Acme")).toBe("Re: Order");
  expect(answerSubject({ proved: true, thread: { subject: null, ours: "A message from Acme" } }, "Acme")).toBe("Re: A message from Acme");
  expect(answerSubject({ proved: true, thread: none, chosen: "Mine" }, "Acme")).toBe("Mine");
  expect(answerSubject({ proved: false, thread: { subject: "Order", ours: null }, chosen: "Mine" }, "Acme")).toBe("Your message to Acme");
  expect(answerSubject({ proved: false, thread: { subject: null, ours: "Secret" }, chosen: "Mine" }, "Acme")).toBe("A message from Acme");
  expect(forwardSubject("Order", "Acme")).toBe("Fwd: Order");
  expect(forwardSubject(null, "Acme")).toBe("Fwd: A message to Acme");
});

test("a forwarded message is below the forwarder's text and cannot add header lines", () => {
  const body = forwardBody({
    content: "Look",
    signature: "",
    tooLarge: ["big.zip"],
    message: { from: "Ada\r\nDate: never <ada@x.example>", at: 0, content: "<b>It</b> broke" },
  });
  expect(body.text).toBe(
    "Look\n\n---------- Forwarded message ----------\nFrom: Ada Date: never <ada@x.example>\nDate: 1970-01-01 00:00 UTC\n\n<b>It</b> broke\n\nToo large to be attached: big.zip.\n",
  );
  expect(body.html).not.toContain("<b>It");
});
