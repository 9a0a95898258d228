// Decisions of the email channel, without I/O.
import type { Answer } from "#modules/conversations";

/** Whether an answer goes out by mail: where the customer writes mail, now or from the beginning. */
export const goesByMail = ({ door, asked }: Pick<Answer, "door" | "asked">): boolean => door === "email" || asked?.door === "email";
