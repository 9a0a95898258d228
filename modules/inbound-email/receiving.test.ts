// Tests of the pure parts of receiving: forms, recipients, authentication results, texts as Markdown.
import { describe, expect, test } from "vitest";
import { parse, type RichText } from "#kernel/rich-text/markdown.ts";
import { parseMail } from "./parsing/parse.ts";
import { aligns, hostedAuthentication, platformAuthentication } from "./receiving/authentication.ts";
import { literal } from "./admission/content.ts";
import { JSON_TYPE, RAW, readableBytes } from "./receiving/evidence.ts";
import { readGatewayJson } from "./receiving/gateway-json.ts";
import { LeanJson } from "./receiving/lean-json.ts";
import { readForm } from "./receiving/multipart.ts";
import { addressesIn, targetsOf } from "./receiving/recipients.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe("multipart forms", () => {
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
  test("no input makes the reader throw", () => {
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

test("JSON of any shape gives a mail or nothing, and never throws", () => {
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

describe("JSON that exceeds the memory limit", () => {
  const lean = (json: string, room: number, piece = 7): LeanJson => {
    const whole = new TextEncoder().encode(json);
    const out = new LeanJson(room, whole.length);
    for (let at = 0; at < whole.length; at += piece) out.feed(whole.subarray(at, at + piece));
    return out;
  };
  test("JSON that fits stays unchanged, however it is split into chunks", () => {
    const json = JSON.stringify({
      message: { text: 'a "b" \\ \u0001 \ud83d\ude00 \n', attachments: [{ content: "eA==" }], to: [] },
      n: [1, null],
    });
    for (const piece of [1, 2, 3, 64]) {
      const out = lean(json, 1000, piece);
      expect(new TextDecoder().decode(out.bytes)).toBe(json);
      expect(out.truncated).toBe(false);
    }
  });
  test("long strings are cut between characters, short ones after them stay, and cut attachments are dropped", () => {
    const long = '\\"\u0001é'.repeat(100_000);
    for (let room = 100_000; room < 100_012; room += 1) {
      const out = lean(JSON.stringify({ message: long, envelopeTo: ["x@y.example"], headers: { a: "b" } }), room, 4096);
      const read = readGatewayJson(out.bytes);
      expect([out.truncated, read?.envelopeTo, read?.mail.headers, read?.mail.truncated]).toEqual([
        true,
        ["x@y.example"],
        { a: "b" },
        true,
      ]);
      expect(long.startsWith(String(read?.mail.message).replace(/\ufffd$/, ""))).toBe(true);
      expect(out.bytes.length).toBeLessThan(room + 200);
    }
    const content = "A".repeat(300_000);
    const files = {
      from: "a@b.example",
      to: "x@y.example",
      text: "words",
      attachments: [
        { filename: "a", content: "eA==" },
        { filename: "b", content },
        { filename: "c", content },
      ],
    };
    const read = readGatewayJson(lean(JSON.stringify({ message: files }), 320_000, 4096).bytes);
    expect(read?.mail.message).toMatchObject({ text: "words", attachments: [{ content: "eA==" }, { content }, { content: "" }] });
  });
  test("memory never exceeds twice the limit", () => {
    for (const hostile of ["[".repeat(100_000), '"'.repeat(100_000), '"a",'.repeat(50_000), '"\\'.repeat(50_000)]) {
      const out = lean(hostile, 1000, 999);
      expect(out.bytes.length).toBeLessThanOrEqual(2 * 1000 + 4096);
      expect(() => readGatewayJson(out.bytes)).not.toThrow();
    }
  });
});

test("one recipient is chosen for each project, preferably one with a plus tag", () => {
  const known = [
    { address: "help@a.example", projectId: "a", held: true },
    { address: "help@b.example", projectId: "b", held: true },
  ];
  expect(targetsOf(addressesIn("X <help@b.example>, HELP@A.example, help+x@a.example, y@z.example"), known)).toEqual([
    { projectId: "b", recipient: "help@b.example", address: "help@b.example" },
    { projectId: "a", recipient: "help+x@a.example", address: "help@a.example" },
  ]);
  // Until somebody has verified an address, several projects may claim it.
  const claimed = ["a", "b"].map((projectId) => ({ address: "help@c.example", projectId, held: false }));
  expect(targetsOf(["help+x@c.example"], claimed).map(({ projectId }) => projectId)).toEqual(["a", "b"]);
  // Claims of one recipient never keep the mail from a project that has another.
  const rivals = Array.from({ length: 20 }, (_, i) => ({ address: "help@c.example", projectId: `rival${i}`, held: false }));
  expect(targetsOf(["help@c.example", "help@b.example"], [...claimed, ...rivals, ...known]).slice(0, 3)).toEqual([
    { projectId: "b", recipient: "help@b.example", address: "help@b.example" },
    { projectId: "a", recipient: "help@c.example", address: "help@c.example" },
    { projectId: "rival0", recipient: "help@c.example", address: "help@c.example" },
  ]);
});

describe("authentication", () => {
  test("domains align if they are equal or one is a subdomain of the other", () => {
    const rows: [string, string, boolean][] = [
      ["a.example", "a.example", true],
      ["mail.a.example", "a.example", true],
      ["a.example", "mail.a.example", true],
      ["xa.example", "a.example", false],
      ["a.example", "b.example", false],
      ["example", "a.example", false],
      ["evil.co.uk", "co.uk", false],
      ["co.uk", "bank.co.uk", false],
      ["mail.bank.co.uk", "bank.co.uk", true],
      ["evil.com.au", "com.au", false],
      ["evil.github.io", "github.io", false],
      ["uk", "uk", false],
      ["web.de", "web.de", true],
      ["mail.web.de", "web.de", true],
      ["", "", false],
    ];
    for (const [a, b, expected] of rows) expect([a, b, aligns(a, b)]).toEqual([a, b, expected]);
  });
  const platform = async (results: string, from = "a@x.example", envelope = "a@x.example") =>
    platformAuthentication(
      await parseMail(new TextEncoder().encode(`Authentication-Results: ${results}\r\nFrom: ${from}\r\n\r\nx`)),
      envelope,
    );
  test("the platform's own results count", async () => {
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
  test("results count only above everything that came with the mail and below the platform's own hop", async () => {
    const pass = "Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=x.example";
    const own = "Received: from mx.x.example (192.0.2.1) by cloudflare-email.net (cloudflare) id a for <b@c.example>; Mon";
    const read = async (...lines: string[]) =>
      platformAuthentication(
        await parseMail(new TextEncoder().encode([...lines, "From: a@x.example", "Subject: S", "", "x"].join("\r\n"))),
        "a@x.example",
      );
    for (const right of [
      [pass],
      [own, pass],
      [own, "ARC-Seal: i=1", "Received-SPF: pass", pass, "Received: from a by b.example; Mon", "DKIM-Signature: v=1"],
    ])
      expect((await read(...right))?.aligned, right.join()).toBe(true);
    for (const wrong of [
      ["Received: from a by mx.evil.example; Mon", pass],
      [own, "Received: from a by mx.evil.example; Mon", pass],
      ["Received: from a by cloudflare-email.net.evil.example; Mon", pass],
      ["Received: from cloudflare-email.net by evil.example; Mon", pass],
      [own, "DKIM-Signature: v=1", pass],
      ["Message-ID: <a@b>", pass],
    ])
      expect(await read(...wrong), wrong.join()).toBeNull();
  });
  test("results for another sender, for no address, or after quoted text prove nothing", async () => {
    const passed = "mx.cloudflare.net; dmarc=pass header.from=evil.example; spf=pass smtp.mailfrom=a@evil.example";
    expect((await platform(passed, "a@x.example", "a@evil.example"))?.aligned).toBe(false);
    expect((await platform(passed, "a@mail.evil.example", "a@evil.example"))?.aligned).toBe(true);
    // An address that was cut before its domain.
    const long = `${"a".repeat(307)}.evil.example${"b".repeat(50)}@evil.example`;
    expect((await platform(passed, `<${long}>`, "a@evil.example"))?.aligned).toBe(false);
    const injected = 'mx.cloudflare.net; dmarc=none; spf=pass smtp.mailfrom="; dkim=pass header.d=x.example;"@evil.example';
    expect((await platform(injected, "a@x.example", "a@evil.example"))?.aligned).toBe(false);
  });
  test("the SPF and DKIM fields of the hosted parse count", () => {
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

describe("converting plain text to Markdown", () => {
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
  test.each(TEXTS)("a text renders as the same characters: %j", (text) => {
    const tree = parse(literal(text));
    expect(flat(shown(tree))).toBe(flat(text));
    expect(kinds(tree).filter((kind) => !KINDS.has(kind))).toEqual([]);
  });
  test("URLs stay links", () => {
    const tree = parse(literal("See https://x.example/a_b_c?d=*e* and ada_l@x.example"));
    expect(kinds(tree)).toContain("link");
    expect(flat(shown(tree))).toBe("See https://x.example/a_b_c?d=*e* and ada_l@x.example");
  });
});

test("a word of any length is escaped in linear time", () => {
  for (const sign of ["_", "a", "@", "a@", "www.", "*"]) {
    const began = process.threadCpuUsage();
    literal(sign.repeat(64_000 / sign.length));
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1000, sign).toBeLessThan(400);
  }
  expect(literal("write to ada_l@x.example, (bo_b@x.example) or <c_c@x.example>")).toBe(
    "write to ada_l@x.example, (bo_b@x.example) or \\<c_c@x.example>",
  );
});

describe("memory used for a stored mail", () => {
  /** An object of 25 MB that counts the bytes read of it. */
  function counted(chunk: Uint8Array, total = 25 * 1024 * 1024): { object: Parameters<typeof readableBytes>[1]; read: () => number } {
    let read = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (; read < total; read += chunk.length) yield chunk;
    }
    return { object: { body: chunks(), size: total } as unknown as Parameters<typeof readableBytes>[1], read: () => read };
  }
  const LIMIT = 8 * 1024 * 1024;
  test("of a raw mail 8 MB are read", async () => {
    const { object, read } = counted(new Uint8Array(65_536).fill(65));
    expect((await readableBytes(RAW, object)).buffer.byteLength).toBe(LIMIT + 1);
    expect(read()).toBeLessThanOrEqual(LIMIT + 65_536);
  });
  test("of JSON its strings are kept up to 8 MB", async () => {
    for (const piece of ['{"message":"', '"', "[", "a", '","']) {
      const { object } = counted(new TextEncoder().encode(piece.repeat(Math.ceil(65_536 / piece.length))));
      expect((await readableBytes(JSON_TYPE, object)).buffer.byteLength).toBeLessThanOrEqual(2 * LIMIT + 4096);
    }
  });
  test("a form is held in memory once", async () => {
    const { object } = counted(new Uint8Array(65_536), 65_536 * 20);
    expect((await readableBytes("multipart/form-data; boundary=b", object)).buffer.byteLength).toBe(65_536 * 20);
  });
});
