// The parser relies on internals of a library and on the runtime's charsets, so both are tested in the production runtime too.
import { expect, test } from "vitest";
import { parseMail } from "./parse.ts";

test("parts, encodings and charsets are read in the platform's runtime", async () => {
  const lines = [
    "From: =?iso-2022-jp?B?GyRCOzNFRBsoQg==?= <yamada@example.com>",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    ...["--b", "Content-Type: text/plain; charset=koi8-r", "Content-Transfer-Encoding: base64", "", "8NLJ18XU", ""],
    ...[
      "--b",
      "Content-Type: text/plain; charset=windows-1252; format=flowed",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Gr=FC=DFe",
      "--b--",
      "",
    ],
  ];
  const mail = await parseMail(new TextEncoder().encode(lines.join("\r\n")));
  expect(mail.from).toEqual({ name: "山田", address: "yamada@example.com" });
  expect(mail.text?.split("\n").filter((line) => line !== "")).toEqual(["Привет", "Grüße"]);
});

test("8 MB of lines are parsed in the platform's runtime", async () => {
  const mail = await parseMail(
    new TextEncoder().encode(`Subject: x\n\n${"a line of text that somebody wrote in a mail\n".repeat(190_000)}`),
  );
  expect(mail).toMatchObject({ unreadable: null, truncated: ["bytes"] });
});
