// The text that a computer gets of work: its task, and what was asked, reported and said since.
import { quoted, type Turn } from "./contract.ts";

const minute = (at: string): string => `${at.slice(0, 16).replace("T", " ")} UTC`;
/** `person`: whose computer it is, and so who has answered. */
export const workText = (task: string, turns: readonly Turn[], person: string | null): string =>
  [
    task,
    ...turns.flatMap(({ kind, device, text, at, answer }) => [
      `--- ${device ?? "A computer"} ${kind === "question" ? "asked" : "reported"}, ${minute(at)}\n${quoted(text)}`,
      ...(answer
        ? [
            `--- ${person ?? "The member"} ${kind === "question" ? "answered" : "sent it back"}, ${minute(answer.at)}\n${quoted(answer.text)}`,
          ]
        : []),
    ]),
  ].join("\n\n");
