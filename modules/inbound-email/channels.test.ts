// All three channels produce the same value: one mail in three formats is identical for everything that follows.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { classify } from "./automatic-mail/classify.ts";
import { type GatewayMail, mailFromGateway } from "./parsing/from-gateway.ts";
import { envelopeOf, type HostedFile, type HostedForm, mailFromHostedParse } from "./parsing/from-hosted-parse.ts";
import { parseMail } from "./parsing/parse.ts";

const utf8 = new TextEncoder();
const HEAD = [
  "From: Ada Berg <ada@example.com>",
  "To: help@desk.example, Bo <bo@example.com>",
  "Cc: cy@example.com",
  "Subject: My order",
  "Date: Fri, 3 May 2030 10:15:00 +0200",
  "Message-ID: <m1@example.com>",
  "In-Reply-To: <m0@desk.example>",
  "References: <a@desk.example> <m0@desk.example>",
];
const RAW = [
  ...HEAD,
  "Content-Type: multipart/mixed; boundary=b",
  "",
  ...["--b", "Content-Type: text/plain; charset=utf-8", "", "Grüße"],
  ...["--b", "Content-Type: text/html; charset=utf-8", "Content-Disposition: inline", "", "<p>Grüße</p>"],
  ...[
    "--b",
    "Content-Type: application/pdf; name=a.pdf",
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERi0=",
    "--b--",
    "",
  ],
].join("\r\n");
const form = (fields: Record<string, string | Uint8Array>, files: readonly HostedFile[] = []): HostedForm => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? utf8.encode(value) : value])),
  files,
});

const FIELDS = {
  from: { name: "Ada Berg", address: "ada@example.com" },
  to: ["help@desk.example", "Bo <bo@example.com>"],
  cc: "cy@example.com",
  subject: "My order",
  date: "Fri, 3 May 2030 10:15:00 +0200",
  text: "Grüße",
  html: "<p>Grüße</p>",
  messageId: "<m1@example.com>",
  inReplyTo: "<m0@desk.example>",
  references: ["<a@desk.example>", "<m0@desk.example>"],
  attachments: [{ filename: "a.pdf", contentType: "application/pdf", content: "JVBERi0=" }],
} as const;

const said = {
  unreadable: null,
  truncated: [],
  from: { name: "Ada Berg", address: "ada@example.com" },
  to: [
    { name: "", address: "help@desk.example" },
    { name: "Bo", address: "bo@example.com" },
  ],
  cc: [{ name: "", address: "cy@example.com" }],
  subject: "My order",
  date: "2030-05-03T08:15:00.000Z",
  messageId: "m1@example.com",
  inReplyTo: ["m0@desk.example"],
  references: ["a@desk.example", "m0@desk.example"],
  attachments: [{ name: "a.pdf", type: "application/pdf", inline: false, contentId: null, bytes: utf8.encode("%PDF-") }],
};

test.each([
  ["raw", () => parseMail(utf8.encode(RAW))],
  ["the gateway, raw", () => mailFromGateway({ message: RAW })],
  ["the gateway, in fields", () => mailFromGateway({ message: FIELDS })],
  ["the hosted parse, raw", () => mailFromHostedParse(form({ email: RAW, envelope: "{}" }))],
  [
    "the hosted parse, parsed",
    () =>
      mailFromHostedParse(
        form(
          {
            headers: HEAD.join("\n"),
            from: "x",
            to: "x",
            subject: "My order",
            text: "Grüße",
            html: "<p>Grüße</p>",
            "attachment-info": '{"attachment1":{"filename":"a.pdf","type":"application/pdf"}}',
          },
          [{ field: "attachment1", name: "b.pdf", type: "application/octet-stream", bytes: utf8.encode("%PDF-") }],
        ),
      ),
  ],
])("the same mail is read alike from %s", async (_door, read) => {
  const mail = await read();
  expect(mail).toMatchObject(said);
  expect(mail.text?.trim().startsWith("Grüße")).toBe(true);
  expect(mail.html).toContain("<p>Grüße</p>");
  expect(classify(mail, { envelopeFrom: null, isOwn: () => false })).toEqual({ automatic: false, reasons: [] });
});

describe("optional fields of the gateway's JSON", () => {
  const rules = async (mail: GatewayMail): Promise<string[]> =>
    classify(await mailFromGateway(mail), { envelopeFrom: null, isOwn: () => false }).reasons.map(({ rule }) => rule);
  const message = { from: "ada@example.com", to: "help@desk.example", text: "x" };

  test.each([
    ["lines", ["Auto-Submitted: auto-replied", "X-Y: z"]],
    ["pairs", [{ name: "Auto-Submitted", value: "auto-replied" }]],
    ["a record", { "auto-submitted": "auto-replied", "x-y": ["z", "w"] }],
    ["a block", "X-Y: z\r\nAuto-Submitted:\r\n auto-replied\r\n"],
  ])("headers are read in the form of %s", async (_form, headers) => {
    expect(await rules({ message, headers })).toEqual(["auto-submitted"]);
    expect(await rules({ message: RAW, headers })).toEqual(["auto-submitted"]);
  });
  test("a separate subject field counts if the mail has no subject", async () => {
    expect(await rules({ message, subject: "Automatic reply: x" })).toEqual(["subject:autoresponse:English"]);
    expect(await rules({ message: { ...message, subject: "My order" }, subject: "Automatic reply: x" })).toEqual([]);
    expect(await mailFromGateway({ message: { ...message, subject: "My order" }, subject: "other" })).toMatchObject({
      subject: "My order",
    });
  });
  test("the top-level content type identifies a report", async () => {
    const headers = { "content-type": 'multipart/report; report-type="delivery-status"' };
    expect(await rules({ message, headers })).toEqual(["delivery-report"]);
  });
  test("field values cannot inject headers", async () => {
    const mail = await mailFromGateway({
      message: {
        ...message,
        from: { name: 'A"\r\nX-Evil: 1', address: "ada@example.com\r\nX-Evil: 2" },
        subject: "x\r\nX-Evil: 3",
        messageId: "<a@b>\nX-Evil: 4",
      },
      headers: { "x-y": "z\r\nX-Evil: 5", "x-z\r\nx-evil": "6" },
    });
    expect(mail.headers.map(({ name }) => name).filter((name) => name === "x-evil")).toEqual([]);
  });
});

describe("the hosted parse", () => {
  test("each field is decoded in its declared charset", async () => {
    const latin1 = Uint8Array.from("Grüße", (c) => c.charCodeAt(0));
    const charsets = '{"text":"iso-8859-1","subject":"windows-1252","html":"no-such"}';
    expect(
      await mailFromHostedParse(form({ from: "a@b.c", to: "d@e.f", text: latin1, subject: latin1, html: latin1, charsets })),
    ).toMatchObject({
      from: { address: "a@b.c" },
      text: "Grüße",
      subject: "Grüße",
      html: "Grüße",
    });
  });
  test("inline images are found by their Content-ID", async () => {
    const info = '{"attachment1":{"filename":"logo.png","type":"image/png","content-id":"<logo@x>"}}';
    const file = { field: "attachment1", name: null, type: "", bytes: new Uint8Array(3) };
    expect((await mailFromHostedParse(form({ text: "x", "attachment-info": info }, [file]))).attachments).toEqual([
      { name: "logo.png", type: "image/png", inline: true, contentId: "logo@x", bytes: new Uint8Array(3) },
    ]);
  });
  test("classification sees the original headers", async () => {
    const mail = await mailFromHostedParse(
      form({
        headers: "From: a@b.c\nAuto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status\n",
        text: "x",
      }),
    );
    expect(classify(mail, { envelopeFrom: null, isOwn: () => false }).reasons.map(({ rule }) => rule)).toEqual([
      "auto-submitted",
      "delivery-report",
    ]);
  });
  test.each([
    ['{"to":["a@b.c"],"from":"d@e.f"}', { from: "d@e.f", to: ["a@b.c"] }],
    ['{"to":"a@b.c","from":""}', { from: "", to: ["a@b.c"] }],
    ['{"to":[1,"",null]}', { from: null, to: [] }],
    ["[]", { from: null, to: [] }],
    ["{", { from: null, to: [] }],
  ])("the envelope is read from %s", (envelope, expected) => {
    expect(envelopeOf(form({ envelope }))).toEqual(expected);
  });
});

test("any combination of fields produces a mail", async () => {
  const text = anyText(80);
  const people = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.record({ name: text, address: text }));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        from: people,
        to: people,
        subject: text,
        text,
        html: text,
        messageId: text,
        references: fc.array(text, { maxLength: 3 }),
        attachments: fc.array(fc.record({ content: text, filename: text }), { maxLength: 2 }),
      }),
      fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.dictionary(text, text)),
      async (message, headers) => {
        const mail = await mailFromGateway({ message, headers });
        expect(JSON.stringify(mail).includes("\\u0000")).toBe(false);
        for (const { value } of mail.headers) expect(value).not.toMatch(/[\r\n]/);
      },
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom("headers", "from", "to", "subject", "text", "html", "charsets", "attachment-info", "envelope", "email"),
        text,
      ),
      async (fields) => {
        const mail = await mailFromHostedParse(form(fields));
        expect(JSON.stringify(mail).includes("\\u0000")).toBe(false);
      },
    ),
  );
});
