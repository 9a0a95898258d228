// Generates malformed mails from a seed: the same number makes the same mail.

/** A seeded random source (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % below;
  };
}
type Random = ReturnType<typeof seeded>;
export interface Mutated {
  readonly kind: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const pick = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T;
const HEAD = (i: number): string[] => [
  `From: Ada Berg <ada${i}@example.com>`,
  "To: help@desk.example",
  "Subject: My order",
  `Message-ID: <mutated${i}@example.com>`,
  "Date: Fri, 3 May 2030 10:15:00 +0200",
];
const mail = (i: number, more: readonly string[], body: string, end = "\r\n"): string => [...HEAD(i), ...more, "", body].join(end);
const CHARSETS = [
  "utf-8",
  "utf-16",
  "utf-16le",
  "utf-7",
  "iso-2022-jp",
  "gb18030",
  "shift_jis",
  "koi8-r",
  "x-unknown",
  "",
  "utf-8; utf-8",
  "\0",
];
const noise = (random: Random, length: number): string => Array.from({ length }, () => String.fromCharCode(random(256))).join("");
const part = (type: string, body: string, ...more: readonly string[]): string => [`Content-Type: ${type}`, ...more, "", body].join("\r\n");
const multipart = (boundary: string, parts: readonly string[], closed = true): string =>
  `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join("")}${closed ? `--${boundary}--\r\n` : ""}`;

/** Each mutation answers a mail as Latin-1 text: one character is one byte. */
const KINDS: Readonly<Record<string, (random: Random, i: number) => string>> = {
  boundaries: (random, i) => {
    const boundary = pick(random, ["a", "a b", "(.*)+$", "'", "-".repeat(60), "b".repeat(300), "", "=_\\", "a--", "\xe9"]);
    const inner = pick(random, [boundary, `${boundary}a`, "c", boundary.slice(0, 1)]);
    const nested = part(
      `multipart/alternative; boundary="${inner}"`,
      multipart(inner, [part("text/plain", "inner"), part("text/html", "<p>inner")]),
    );
    const type = pick(random, [
      `multipart/mixed; boundary="${boundary}"`,
      `multipart/mixed; boundary=${boundary}`,
      "multipart/mixed",
      `multipart/mixed; boundary*0="${boundary}"; boundary*1=""`,
    ]);
    return mail(i, [`Content-Type: ${type}`], multipart(boundary, [part("text/plain", "first"), nested]));
  },
  charsets: (random, i) => mail(i, [`Content-Type: text/plain; charset="${pick(random, CHARSETS)}"`], noise(random, 500)),
  folding: (random, i) =>
    mail(
      i,
      [
        `X-Folded: a${pick(random, ["\r\n ", "\r\n\t", "\r\n \r\n ", "\n "]).repeat(1 + random(3000))}b`,
        "Subject: =?utf-8?Q?a=\r\n C3=A4?=",
        "References:\r\n <a@b>\r\n\t<c@d>",
      ],
      "Hello",
    ),
  encodings: (random, i) =>
    mail(
      i,
      [
        `Content-Transfer-Encoding: ${pick(random, ["BASE64", "base64 ", "x-uuencode", "8bit, base64", "quoted-printable;x", "7bit\r\nContent-Transfer-Encoding: base64", "\0"])}`,
      ],
      noise(random, 800),
    ),
  "a thousand parts": (random, i) =>
    mail(
      i,
      ["Content-Type: multipart/mixed; boundary=b"],
      multipart(
        "b",
        Array.from({ length: 1000 + random(1500) }, (_, n) =>
          part(n % 3 === 0 ? "text/plain" : `application/x-${n}; name=${n}`, `part ${n}`),
        ),
      ),
    ),
  nested: (random, i) => {
    let body = part("text/plain", "the innermost");
    const depth = 20 + random(300);
    for (let n = 0; n < depth; n += 1) body = part(`multipart/mixed; boundary=b${n}`, multipart(`b${n}`, [body]));
    return mail(i, [], "").replace(/\r\n\r\n$/, `\r\n${body}`);
  },
  "mails within mails": (random, i) => {
    let body = mail(i, [], "the innermost");
    for (let n = 0; n < 5 + random(150); n += 1) body = mail(i, ["Content-Type: message/rfc822"], body);
    return body;
  },
  recipients: (random, i) => {
    const all = Array.from({ length: 10_000 }, (_, n) => `"${n}" <r${n}@example.com>`).join(pick(random, [", ", ",\r\n ", ";"]));
    return mail(i, [`Cc: ${all}`], "Hello");
  },
  nuls: (random, i) => {
    const text = mail(i, ["X-A: a\0b", "Content-Type: text/html"], "<p>Hel\0lo</p>\0");
    const at = random(text.length);
    return `${text.slice(0, at)}${"\0".repeat(1 + random(50))}${text.slice(at)}`;
  },
  // A lone surrogate as UTF-8 would encode it, and as an encoded word.
  "lone surrogates": (random, i) =>
    mail(
      i,
      [`Subject: a \xed\xa0\x80 =?utf-8?B?7aCA?= =?utf-16?B?2AA=?=`, "Content-Type: text/plain; charset=utf-8"],
      `x\xed\xb0\x80${"\xed\xa0\x80".repeat(random(2000))}y`,
    ),
  "line ends": (random, i) => {
    const text = mail(i, ["X: y"], "a\r\nb\nc\rd\r\r\ne\n\n\r\n");
    return text.replaceAll("\r\n", () => pick(random, ["\r", "\n", "\r\n", "\r\r\n", "\n\r"]));
  },
  "broken base64": (random, i) =>
    mail(
      i,
      ["Content-Type: multipart/mixed; boundary=b"],
      multipart("b", [
        part("text/plain", `SGVs=bG8${noise(random, 50)}====`, "Content-Transfer-Encoding: base64"),
        part("image/png; name=a.png", "=".repeat(random(5000)), "Content-Transfer-Encoding: base64"),
      ]),
    ),
  "broken quoted-printable": (random, i) =>
    mail(
      i,
      ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"],
      `a=zz=\r\n==3D=E=${"=".repeat(random(3000))}=C3${"=0".repeat(random(500))}`,
    ),
  "duplicate fields": (random, i) => {
    const fields = [
      "From: eve@evil.example",
      "To: x@y.example",
      "Subject: other",
      "Message-ID: <other@x>",
      "Content-Type: text/html",
      "Content-Transfer-Encoding: base64",
      "Date: never",
    ];
    return mail(
      i,
      Array.from({ length: 1 + random(1500) }, () => pick(random, fields)),
      "SGVsbG8=",
    );
  },
  "a huge field": (random, i) =>
    mail(
      i,
      [
        `${pick(random, ["Subject", "From", "X-Y", "Content-Type", "References", "To", "Message-ID"])}: ${pick(random, ["a", "<a@b> ", '"', "(", "=?utf-8?Q?a?= ", ";a=b", ","]).repeat(random(200_000))}`,
      ],
      "Hello",
    ),
  unterminated: (random, i) => {
    const text = mail(
      i,
      ["Content-Type: multipart/mixed; boundary=b"],
      multipart(
        "b",
        [part("text/plain", "first"), part("application/pdf; name=a.pdf", "QUJD".repeat(500), "Content-Transfer-Encoding: base64")],
        false,
      ),
    );
    return text.slice(0, text.length - random(800));
  },
  flips: (random, i) => {
    const signs = [
      ...mail(
        i,
        ["Content-Type: multipart/mixed; boundary=b"],
        multipart("b", [part("text/plain; charset=utf-8", "Hello"), part("text/html", "<b>Hello</b>")]),
      ),
    ];
    for (let n = 0; n < 1 + random(60); n += 1) signs[random(signs.length)] = String.fromCharCode(random(256));
    return signs.join("");
  },
  truncated: (random, i) => {
    const text = mail(
      i,
      ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
      multipart("b", [part("text/plain", "Came back"), part("message/delivery-status", "Action: failed\r\n")]),
    );
    return text.slice(0, random(text.length));
  },
  html: (random, i) =>
    mail(
      i,
      ["Content-Type: text/html"],
      pick(random, [
        "<div>".repeat(1 + random(20_000)),
        `<a href="${"x".repeat(random(300_000))}">y`,
        "<".repeat(random(100_000)),
        "&#x110000;&#0;&lt;script&gt;".repeat(random(5000)),
        "<table><tr><td>".repeat(random(5000)),
        "<!--".repeat(random(50_000)),
        `<p style="${"a:b;".repeat(random(50_000))}">z`,
      ]),
    ),
  quotes: (random, i) =>
    mail(
      i,
      [],
      pick(random, [
        ">".repeat(random(500_000)),
        "> a\r\n".repeat(random(50_000)),
        "On Mon, 1 Jan 2024 at 10:00, A <a@b.c> wrote:\r\n".repeat(random(20_000)),
        "From: a\r\nSent: b\r\n".repeat(random(20_000)),
        "-- \r\n".repeat(random(50_000)),
        "_".repeat(random(200_000)),
        " \t".repeat(random(200_000)),
      ]),
    ),
  addresses: (random, i) =>
    mail(
      i,
      [
        `From: ${pick(random, ["", "<>", "@", '"', "a@b, c@d", "undisclosed-recipients:;", "=?utf-8?Q?=00?= <a@b>", `${"a".repeat(5000)}@b`, "(((((((", "<<<<a@b>>>>", "\xff@\xff"])}`,
        `Reply-To: ${noise(random, 40).replaceAll(/[\r\n]/g, "")}`,
      ],
      "Hello",
    ),
  noise: (random) => noise(random, 1 + random(20_000)),
};
const NAMES = Object.keys(KINDS);

/** The mail of this number. Every run of as many mails as there are kinds has each kind once. */
export function mutated(i: number): Mutated {
  const random = seeded(i * 7919 + 17);
  const kind = NAMES[i % NAMES.length] ?? "noise";
  return { kind: `${kind} (${i})`, bytes: Uint8Array.from(Buffer.from(KINDS[kind]?.(random, i) ?? "", "latin1")) };
}
/** A mail of 25 MB: some text, and one large file. */
export function large(i: number): Mutated {
  const head = Buffer.from(
    mail(
      i,
      ["Content-Type: multipart/mixed; boundary=b"],
      `--b\r\n\r\nWords\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    ),
  );
  const bytes = new Uint8Array(25 * 1024 * 1024).fill(65);
  if (i % 2 === 0) for (let at = 76; at < bytes.length; at += 78) bytes.set([13, 10], at);
  bytes.set(head);
  return { kind: `25 MB (${i})`, bytes };
}
