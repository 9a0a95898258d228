// Decisions of the email channel, without I/O.
import type { Answer } from "#modules/conversations";

/** Whether an answer goes out by mail: where the customer writes mail, now or from the beginning. */
export const goesByMail = ({ door, question }: Pick<Answer, "door" | "question">): boolean =>
  door === "email" || question?.door === "email";
