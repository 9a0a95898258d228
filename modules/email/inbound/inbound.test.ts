// The pure parts of the way in: forms, recipients, results of authentication, texts as Markdown.
import { describe, expect, test } from "vitest";
import { parse, type RichText } from "#kernel/rich-text/markdown.ts";
import { parseMail } from "../mail/parse.ts";
import { aligns, hostedAuthentication, platformAuthentication } from "./authentication.ts";
import { literal } from "./content.ts";
import { readGatewayJson } from "./gateway-json.ts";
import { readForm } from "./multipart.ts";
import { addressesIn, targetsOf } from "./recipients.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe("forms", () => {
  const type = 'multipart/form-data; boundary="xYz"';
  const text = (part: Uint8Array | undefined): string => String.fromCharCode(...(part ?? []));
  test("fields keep their bytes, files their names", () => {
    const form = readForm(
      type,
      bytes(
        'preamble\r\n--xYz\r\nContent-Disposition: form-data; name="text"\r\n\r\na\xe9\r\n--xY\r\n\r\n--xYz\r\nContent-Disposition: form-data; name="attachment1"; filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\nfile\r\n\r\n--xYz--\r\n',
      ),
    );
    expect(text(form?.fields["text"])).toBe("a\xe9\r\n--xY\r\n");
    expect(form?.files).toMatchObject([{ field: "attachment1", name: 'a "b".txt', type: "text/plain" }]);
    expect(text(form?.files[0]?.bytes)).toBe("file\r\n");
  });
  test("whatever comes, nothing is thrown", () => {
    for (const body of [
      "",
      "--xYz",
      "--xYz\r\n",
      "--xYz--",
      "--xYz\r\nnonsense\r\n--xYz",
      "\r\n--xYz\r\n\r\n\r\n--xYz--",
      "--xYz\r\nContent-Disposition: form-data; name=a\r\n\r\ncut off",
    ])
      expect(() => readForm(type, bytes(body))).not.toThrow();
    expect(text(readForm(type, bytes("--xYz\r\nContent-Disposition: form-data; name=a\r\n\r\ncut off"))?.fields["a"])).toBe("cut off");
    expect(readForm("text/plain", bytes("x"))).toBeUndefined();
    expect(readForm("multipart/form-data", bytes("x"))).toBeUndefined();
    expect(readForm(type, bytes("x"))).toBeUndefined();
  });
});

test("JSON of any shape is a mail or none, and never throws", () => {
  const read = (value: unknown) => readGatewayJson(new TextEncoder().encode(JSON.stringify(value)));
  for (const value of [null, 1, "x", [], {}, { message: 1 }, { message: [] }]) expect(() => read(value)).not.toThrow();
  expect(read({ message: "m", envelopeFrom: "<A@b.example>", envelopeTo: "x@y.example", headers: 7, subject: [] })).toEqual({
    mail: { message: "m", subject: undefined, headers: undefined },
    envelopeFrom: "A@b.example",
    envelopeTo: ["x@y.example"],
  });
  expect(read({ message: { from: 1, to: [{ address: "a@b.example", name: 2 }], text: {}, attachments: "x" } })?.mail.message).toMatchObject(
    {
      from: "",
      to: [{ address: "a@b.example" }],
    },
  );
  expect(read({ message: "m" })?.envelopeFrom).toBeNull();
  expect(read({ message: "m", envelopeFrom: "<>" })?.envelopeFrom).toBe("");
});

test("recipients name one address for each project, rather the one with a plus form", () => {
  const known = [
    { address: "help@a.example", projectId: "a" },
    { address: "help@b.example", projectId: "b" },
  ];
  expect(targetsOf(addressesIn("X <help@b.example>, HELP@A.example, help+x@a.example, y@z.example"), known)).toEqual([
    { projectId: "b", recipient: "help@b.example" },
    { projectId: "a", recipient: "help+x@a.example" },
  ]);
});

describe("authentication", () => {
  test("domains align when one is the other or stands below it", () => {
    const rows: [string, string, boolean][] = [
      ["a.example", "a.example", true],
      ["mail.a.example", "a.example", true],
      ["a.example", "mail.a.example", true],
      ["xa.example", "a.example", false],
      ["a.example", "b.example", false],
      ["example", "a.example", false],
      ["", "", false],
    ];
    for (const [a, b, expected] of rows) expect([a, b, aligns(a, b)]).toEqual([a, b, expected]);
  });
  const platform = async (results: string, from = "a@x.example", envelope = "a@x.example") =>
    platformAuthentication(
      await parseMail(new TextEncoder().encode(`Authentication-Results: ${results}\r\nFrom: ${from}\r\n\r\nx`)),
      envelope,
    );
  test("the platform's own results", async () => {
    expect(
      await platform(
        "mx.cloudflare.net; dkim=pass header.d=x.example header.s=s; spf=pass smtp.mailfrom=a@x.example; dmarc=pass (p=reject)",
      ),
    ).toEqual({ spf: "pass", dkim: "pass", dmarc: "pass", aligned: true });
    expect(await platform("mx.cloudflare.net; dkim=pass header.d=esp.example; spf=pass smtp.mailfrom=b@esp.example; dmarc=fail")).toEqual({
      spf: "pass",
      dkim: "pass",
      dmarc: "fail",
      aligned: false,
    });
    expect((await platform("mx.cloudflare.net; dkim=fail header.d=esp.example; dkim=pass header.i=@mail.x.example"))?.aligned).toBe(true);
    expect((await platform('mx.cloudflare.net; spf=fail reason="dmarc=pass"; dmarc=none'))?.aligned).toBe(false);
    expect(await platform("mx.cloudflare.net; none")).toEqual({ spf: null, dkim: null, dmarc: null, aligned: false });
    expect(await platform("elsewhere.example; dmarc=pass")).toBeNull();
  });
  test("what passed for another sender, for no address, or stands behind quoted text, proves nothing", async () => {
    const passed = "mx.cloudflare.net; dmarc=pass header.from=evil.example; spf=pass smtp.mailfrom=a@evil.example";
    expect((await platform(passed, "a@x.example", "a@evil.example"))?.aligned).toBe(false);
    expect((await platform(passed, "a@mail.evil.example", "a@evil.example"))?.aligned).toBe(true);
    // An address that is cut short of its domain.
    const long = `${"a".repeat(307)}.evil.example${"b".repeat(50)}@evil.example`;
    expect((await platform(passed, `<${long}>`, "a@evil.example"))?.aligned).toBe(false);
    const injected = 'mx.cloudflare.net; dmarc=none; spf=pass smtp.mailfrom="; dkim=pass header.d=x.example;"@evil.example';
    expect((await platform(injected, "a@x.example", "a@evil.example"))?.aligned).toBe(false);
  });
  test("the hosted parse's fields", () => {
    expect(hostedAuthentication("pass", "{@x.example : pass}", "a@x.example", "b@y.example")).toEqual({
      spf: "pass",
      dkim: "pass",
      dmarc: null,
      aligned: true,
    });
    expect(hostedAuthentication("pass", "none", "a@x.example", "b@y.example")?.aligned).toBe(false);
    expect(hostedAuthentication("softfail", "{@x.example : fail}", "a@x.example", "a@x.example")?.aligned).toBe(false);
    expect(hostedAuthentication(undefined, undefined, "a@x.example", null)).toBeNull();
  });
});

describe("a plain text as Markdown", () => {
  const shown = (nodes: readonly RichText[]): string =>
    nodes
      .map((node) =>
        "text" in node
          ? node.text
          : node.type === "br"
            ? "\n"
            : "children" in node
              ? `${shown(node.children)}${node.type === "paragraph" ? "\n" : ""}`
              : "",
      )
      .join("");
  const flat = (text: string): string =>
    text
      .replaceAll("\u00a0", " ")
      .replaceAll(/[ \t]+/g, " ")
      .replaceAll(/ ?\n+ ?/g, "\n")
      .trim();
  const KINDS = new Set(["paragraph", "text", "br", "link"]);
  const kinds = (nodes: readonly RichText[]): string[] =>
    nodes.flatMap((node) => [node.type, ...("children" in node ? kinds(node.children) : [])]);
  const TEXTS = [
    "# not a heading\n## nor this",
    "> not a quote",
    "- not\n* a\n+ list\n1. at\n2) all",
    "a *b* **c** _d_ __e__ ~~f~~ `g` ```h```",
    "[a](https://x.example) ![b](c) [d]: e",
    "<b>tag</b> <https://x.example> <!-- c -->",
    "&amp; &lt; &#39; & AT&T",
    "a | b\n--- | ---\nc | d",
    "Title\n=====\nOther\n-----",
    "***\n---\n___",
    "    indented\n\n    code\n\ttab",
    "back\\slash \\* and \\",
    "snake_case and 2 * 3 * 4 and a_b_",
    "```\nfence\n```",
    "~~~\nfence\n~~~",
    "-- \nAda",
    "* * *",
  ];
  test.each(TEXTS)("%j", (text) => {
    const tree = parse(literal(text));
    expect(flat(shown(tree))).toBe(flat(text));
    expect(kinds(tree).filter((kind) => !KINDS.has(kind))).toEqual([]);
  });
  test("links stay links", () => {
    const tree = parse(literal("See https://x.example/a_b_c?d=*e* and ada_l@x.example"));
    expect(kinds(tree)).toContain("link");
    expect(flat(shown(tree))).toBe("See https://x.example/a_b_c?d=*e* and ada_l@x.example");
  });
});
