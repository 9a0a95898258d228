import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InboundMail, MAX_ADDRESSES, MAX_ATTACHMENTS, MAX_BYTES, MAX_HEADERS, MAX_REFERENCES, MAX_SUBJECT } from "./inbound-mail.ts";
import { parseMail } from "./parse.ts";

const utf8 = new TextEncoder();
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const read = async (...lines: string[]): Promise<InboundMail> => parseMail(utf8.encode(lines.join("\r\n")));
const filled = (piece: string, size = MAX_BYTES): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Invariants of every parsed mail, whatever its bytes. */
function holds(mail: InboundMail): void {
  const { bytes: _, ...rest } = { ...mail, bytes: 0 };
  const shown = JSON.stringify({ ...rest, attachments: mail.attachments.map(({ bytes, ...one }) => ({ ...one, size: bytes.length })) });
  expect(shown.includes("\\u0000")).toBe(false);
  expect(shown.isWellFormed()).toBe(true);
  expect(mail.headers.length).toBeLessThanOrEqual(MAX_HEADERS);
  expect(mail.subject.length).toBeLessThanOrEqual(MAX_SUBJECT);
  expect(mail.references.length).toBeLessThanOrEqual(MAX_REFERENCES);
  expect(mail.inReplyTo.length).toBeLessThanOrEqual(10);
  expect(mail.attachments.length).toBeLessThanOrEqual(MAX_ATTACHMENTS);
  for (const list of [mail.to, mail.cc, mail.replyTo]) expect(list.length).toBeLessThanOrEqual(MAX_ADDRESSES);
  for (const line of [mail.subject, mail.messageId ?? "", ...mail.references, ...mail.headers.map(({ value }) => value)])
    expect(line).not.toMatch(/[\r\n]/);
  expect(mail.date === null || !Number.isNaN(Date.parse(mail.date))).toBe(true);
}

describe("parsing a mail", () => {
  test("headers keep their order and duplicates; address groups, Message-IDs and the date are read", async () => {
    const mail = await read(
      "Received: by b.example",
      "Received: by a.example",
      'From: "Berg, Ada" <Ada.Berg@Example.COM>',
      "To: Team: bo@example.com, Cy <cy@example.com>;, help@desk.example",
      "Cc: =?utf-8?Q?J=C3=BCrgen?= <j@example.com>",
      "Reply-To: other@example.com",
      "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IOKCrA==?=",
      "Date: Fri, 3 May 2030 10:15:00 +0200 (CEST)",
      "Message-ID: <m1@example.com>",
      "In-Reply-To: <m0@desk.example> (a comment)",
      "References: <a@desk.example>",
      " <m0@desk.example>",
      "",
      "Hello",
    );
    expect(mail).toMatchObject({
      unreadable: null,
      truncated: [],
      from: { name: "Berg, Ada", address: "Ada.Berg@example.com" },
      to: [
        { name: "", address: "bo@example.com", group: "Team" },
        { name: "Cy", address: "cy@example.com", group: "Team" },
        { name: "", address: "help@desk.example" },
      ],
      cc: [{ name: "Jürgen", address: "j@example.com" }],
      replyTo: [{ name: "", address: "other@example.com" }],
      subject: "Grüße €",
      date: "2030-05-03T08:15:00.000Z",
      messageId: "m1@example.com",
      inReplyTo: ["m0@desk.example"],
      references: ["a@desk.example", "m0@desk.example"],
      text: "Hello\n",
      html: null,
      attachments: [],
      structure: { type: "text/plain", reportType: null, parts: ["text/plain"] },
    });
    expect(mail.headers.filter(({ name }) => name === "received").map(({ value }) => value)).toEqual(["by b.example", "by a.example"]);
  });

  test("alternatives, inline images, attachments and attached mails are read", async () => {
    const mail = await read(
      "From: ada@example.com",
      "Content-Type: multipart/mixed; boundary=m",
      "",
      "--m",
      "Content-Type: multipart/alternative; boundary=a",
      "",
      "--a",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Gr=C3=BC=C3=9Fe =",
      "aus K=C3=B6ln",
      "--a",
      "Content-Type: multipart/related; boundary=r",
      "",
      "--r",
      "Content-Type: text/html; charset=iso-8859-1",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      '<p>Gr=FC=DFe</p><img src=3D"cid:logo@x">',
      "--r",
      "Content-Type: image/png; name=logo.png",
      "Content-ID: <logo@x>",
      "Content-Transfer-Encoding: base64",
      "",
      "iVBORw0KGgo=",
      "--r--",
      "--a--",
      "--m",
      "Content-Type: application/pdf",
      "Content-Disposition: attachment; filename*=utf-8''Rechnung%20%E2%82%AC.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      "JVBERi0=",
      "--m",
      "Content-Type: message/rfc822",
      "",
      "Subject: inner",
      "",
      "inner text",
      "--m--",
      "",
    );
    expect(mail.text?.trim()).toBe("Grüße aus Köln");
    expect(mail.html?.trim()).toBe('<p>Grüße</p><img src="cid:logo@x">');
    expect(mail.attachments.map(({ bytes, ...one }) => ({ ...one, size: bytes.length }))).toEqual([
      { name: "logo.png", type: "image/png", inline: true, contentId: "logo@x", size: 8 },
      { name: "Rechnung €.pdf", type: "application/pdf", inline: false, contentId: null, size: 5 },
      { name: null, type: "message/rfc822", inline: false, contentId: null, size: 27 },
    ]);
    expect(mail.structure.parts).toEqual(
      expect.arrayContaining([
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
        "application/pdf",
        "message/rfc822",
      ]),
    );
  });

  test("consecutive text and HTML parts appear in both the text and the HTML", async () => {
    const part = (type: string, body: string): string[] => ["--b", `Content-Type: ${type}`, "", body];
    const mail = await read(
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("text/plain", "one <1>"),
      ...part("text/html", "<p>two</p>"),
      "--b--",
    );
    expect(mail.text).toBe("one <1>\n\ntwo");
    expect(mail.html).toContain("one &lt;1&gt;");
    expect(mail.html).toContain("<p>two</p>");
  });

  test.each([
    ["utf-8", utf8.encode("Grüße €")],
    ["windows-1252", latin1("Gr\xfc\xdfe \x80")],
    ["iso-8859-15", latin1("Gr\xfc\xdfe \xa4")],
  ])("text is decoded in its labelled charset: %s", async (charset, bytes) => {
    const head = utf8.encode(`Content-Type: text/plain; charset=${charset}\r\n\r\n`);
    expect((await parseMail(Uint8Array.from([...head, ...bytes]))).text?.trim()).toBe("Grüße €");
  });
  test("unlabelled eight-bit text and headers are read as UTF-8 if valid, else as windows-1252", async () => {
    expect((await parseMail(latin1("Subject: Gr\xfc\xdfe\n\nGr\xfc\xdfe"))).subject).toBe("Grüße");
    expect((await parseMail(latin1("Subject: x\n\nGr\xfc\xdfe"))).text?.trim()).toBe("Grüße");
    expect((await parseMail(utf8.encode("Subject: Grüße\n\nGrüße"))).subject).toBe("Grüße");
    expect((await parseMail(utf8.encode("Subject: x\n\nGrüße"))).text?.trim()).toBe("Grüße");
  });

  test("format=flowed joins lines only within one quote depth", async () => {
    const mail = await read(
      "Content-Type: text/plain; format=flowed",
      "",
      "a long ",
      "line",
      "> quoted ",
      "> more",
      "answer",
      "-- ",
      "Ada",
    );
    expect(mail.text).toBe("a long line\n> quoted more\nanswer\n-- \nAda\n");
  });

  test.each([
    ["LF alone", "From: ada@example.com\nSubject: x\n\nHello"],
    ["CR alone", "From: ada@example.com\rSubject: x\r\rHello"],
    ["empty lines before", "\r\n\r\nFrom: ada@example.com\r\nSubject: x\r\n\r\nHello"],
    ["a byte order mark", "\ufeffFrom: ada@example.com\r\nSubject: x\r\n\r\nHello"],
    ["a mailbox's first line", "From ada@example.com Fri May  3 10:15:00 2030\nFrom: ada@example.com\nSubject: x\n\nHello"],
    ["rubbish between the headers", "From: ada@example.com\r\nrubbish without a colon\r\nSubject: x\r\n\r\nHello"],
    ["no empty line before the text", "From: ada@example.com\r\nSubject: x\r\nHello"],
    ["a space before the colon", "From : ada@example.com\r\nSubject\t: x\r\n\r\nHello"],
  ])("headers of malformed mail are read: %s", async (_name, raw) => {
    expect(await parseMail(utf8.encode(raw))).toMatchObject({ from: { address: "ada@example.com" }, subject: "x" });
    expect((await parseMail(utf8.encode(raw))).text?.trim()).toBe("Hello");
  });

  test.each([
    ["no header at all", "Hello\n\nmy order", { text: "Hello\n\nmy order\n", headers: [] }],
    ["nothing", "", { text: "", from: null, subject: "", messageId: null }],
    ["an empty sender", "From: <>\n\nx", { from: null }],
    ["several answered mails", "In-Reply-To: <a@b> <c@d>, <e@f>\n\nx", { inReplyTo: ["a@b", "c@d", "e@f"] }],
    ["identities without brackets", "References: a@b c@d\nMessage-ID: m@x\n\nx", { references: ["a@b", "c@d"], messageId: "m@x" }],
    ["a date without a zone", "Date: 3 May 2030 10:15:00\n\nx", { date: "2030-05-03T10:15:00.000Z" }],
    ["a short year", "Date: Fri, 3 May 30 10:15 -0130\n\nx", { date: "2030-05-03T11:45:00.000Z" }],
    ["no date", "Date: tomorrow\n\nx", { date: null }],
    [
      "a part that never comes",
      "Content-Type: multipart/mixed; boundary=b\n\nHello",
      { unreadable: "no part could be read", text: "Hello" },
    ],
    ["a parameter on a line without its space", "Content-Type: multipart/mixed;\nboundary=b\n\n--b\n\nHello\n--b--", { text: "Hello\n" }],
    ["an unknown encoding", "Content-Transfer-Encoding: x-zip\n\nHello", { text: "Hello\n" }],
    ["an unknown charset", "Content-Type: text/plain; charset=x-none\n\nHello", { text: "Hello\n" }],
    ["padding within base64", "Content-Transfer-Encoding: base64\n\nSGVs\nbG8=\nIQ==\n", { text: "Hello!" }],
    ["broken quoted-printable", "Content-Transfer-Encoding: quoted-printable\n\na=3=ZZ=\n=41=", { text: "a=3=ZZA" }],
  ])("an incomplete or malformed mail is read: %s", async (_name, raw, expected) => {
    const mail = await parseMail(utf8.encode(raw));
    expect(mail).toMatchObject(expected);
    holds(mail);
  });
});

const hostile: Readonly<Record<string, string>> = {
  "line ends": filled("\n"),
  NULs: filled("\0"),
  "one line": `Subject: x\n\n${filled("a")}`,
  "plain text": `Subject: x\n\n${filled("the quick brown fox writes a mail\n")}`,
  "padded base64": `Content-Transfer-Encoding: base64\n\n${filled("A=")}`,
  "one line of base64": `Content-Transfer-Encoding: base64\n\n${filled("ABCD")}`,
  "soft line ends": `Content-Transfer-Encoding: quoted-printable\n\n${filled("=\n")}`,
  "empty parts": `Content-Type: multipart/mixed; boundary=b\n\n${filled("--b\n\n")}`,
  "parts of a boundary in pieces": `Content-Type: multipart/mixed; boundary*0="b"\n\n${filled("--b\n\n")}`,
  "parts in quoted-printable": `Content-Type: multipart/mixed; boundary=b\n\n${filled("--b\nContent-Transfer-Encoding: quoted-printable\n\nx\n")}`,
  recipients: `To: ${filled("aaa@b.example, ")}\nSubject: x\n\nx`,
  groups: `To: ${filled("a:")}\n\nx`,
  "open quotes": `To: ${filled('"a')}\n\nx`,
  headers: `${filled("X: y\n")}\nx`,
  folds: `Subject: x\n${filled(" y\n")}\nx`,
  "encoded words": `Subject: ${filled("=?utf-8?q?a?= ")}\n\nx`,
  identities: `References: ${filled("<a@b> ")}\n\nx`,
  "half a tag": `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: text/html\n\n${filled("<a href= ")}`,
  "open tags": `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: text/html\n\n${filled("<")}`,
  "nested and compared": `${Array.from({ length: 119 }, (_, i) => `Content-Type: multipart/mixed; boundary=${"b".repeat(60)}${i}\n\n--${"b".repeat(60)}${i}\n`).join("")}\n${filled(`--${"b".repeat(60)}z\n`)}`,
};
test.each(Object.entries(hostile))("8 MB of %s are parsed within a second of processor time", async (_name, raw) => {
  const bytes = utf8.encode(raw);
  const began = process.threadCpuUsage();
  const mail = await parseMail(bytes);
  const { user, system } = process.threadCpuUsage(began);
  holds(mail);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test("a thousand parts, ten thousand recipients and a hundred levels are parsed", async () => {
  const parts = await read(
    "Content-Type: multipart/mixed; boundary=b",
    "",
    ...Array.from({ length: 1000 }, (_, i) => `--b\r\nContent-Type: text/x-part; name=n${i}\r\n\r\n${i}`),
    "--b--",
  );
  expect(parts).toMatchObject({ unreadable: null, truncated: [] });
  expect(parts.attachments.length).toBe(1000);
  const people = await read(
    `To: ${Array.from({ length: 10_000 }, (_, i) => `Person ${i} <p${i}@example.com>`).join(",\r\n ")}`,
    "Subject: x",
    "",
    "Hello",
  );
  expect(people).toMatchObject({ subject: "x", text: "Hello\n", truncated: ["addresses"] });
  expect(people.to.length).toBe(MAX_ADDRESSES);
  const levels = (n: number): Promise<InboundMail> =>
    read(
      "Subject: x",
      ...Array.from({ length: n }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}x\r\n\r\n--b${i}x`),
      "",
      "Hello",
    );
  expect(await levels(100)).toMatchObject({ unreadable: null, text: "Hello\n" });
  const deep = await levels(1000);
  expect(deep).toMatchObject({ subject: "x" });
  expect(deep.unreadable).toContain("nesting depth");
  holds(deep);
  const many = await read(`References: ${Array.from({ length: 500 }, (_, i) => `<r${i}@x>`).join(" ")}`, "", "x");
  expect(many.references).toEqual(["r0@x", ...Array.from({ length: MAX_REFERENCES - 1 }, (_, i) => `r${401 + i}@x`)]);
  expect(many.truncated).toEqual(["references"]);
});

const SEEDS = [
  'From: Ada <ada@example.com>\r\nTo: help@desk.example\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n--b1\r\nContent-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b1--\r\n',
  "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.com\r\nContent-Type: multipart/report; report-type=delivery-status;\r\n boundary=r\r\n\r\n--r\r\n\r\nfailed\r\n--r\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--r\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n--r--\r\n",
  "From: a@b.c\r\nReferences: <a@b>\r\n <c@d>\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain; format=flowed\r\n\r\nHello \r\nthere\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--a--\r\n",
];
const change = fc.record({
  at: fc.nat(),
  drop: fc.nat(12),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom(
      ...["\r\n", "\n", "\0", "--b1", "--r\r\n", ";", '"', "(", "<", "=?", "\t", " boundary=a", "Content-Type: "].map((text) =>
        utf8.encode(text),
      ),
    ),
  ),
});
function mutated(seed: string, changes: readonly { at: number; drop: number; put: Uint8Array }[]): Uint8Array {
  let bytes = [...utf8.encode(seed)];
  for (const { at, drop, put } of changes) bytes = bytes.toSpliced(at % (bytes.length + 1), drop, ...put);
  return Uint8Array.from(bytes);
}
test("mutated mails never make the parser throw", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SEEDS), fc.array(change, { maxLength: 12 }), async (seed, changes) => {
      holds(await parseMail(mutated(seed, changes)));
    }),
    { numRuns: 1500 },
  );
});
test("arbitrary bytes never make the parser throw", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      holds(await parseMail(bytes));
    }),
    { numRuns: 1500 },
  );
});
