import { expect, test } from "vitest";
import { bodyOf } from "../../email/writing/compose.ts";
import { writtenIn } from "./written.ts";

test("a customer's answer is separated from the quotation of our mail", () => {
  const ours = bodyOf({
    content: "It left today.",
    signature: "Acme Ltd",
    quote: { content: "Where is it?", at: Date.UTC(2030, 0, 2, 3, 4) },
    tooLarge: [],
  });
  expect(ours.text).toBe("It left today.\n\n-- \nAcme Ltd\n\nOn 2030-01-02 03:04 UTC, you wrote:\n> Where is it?\n");
  const quoted = ours.text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const answer = `Thank you!\n\nOn Wed, Jan 2, 2030 at 4:00 AM Mia at Acme <desk@acme.example> wrote:\n${quoted}`;
  expect(writtenIn({ text: answer, html: null, subject: "Re: x" }).reply.trim()).toBe("Thank you!");
});
