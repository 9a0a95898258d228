// Words the guidance as the model is told it.
import type { Guidance } from "./guidance.ts";

const TONE = { neutral: "", friendly: "Be warm and friendly.", formal: "Be formal and polite." } as const;
const LENGTH = { short: "Answer in one or two sentences.", medium: "", long: "Answer completely, in up to ten sentences." } as const;

/** The text that follows the general rules. Empty if the guidance says nothing. */
export function guidanceText({ tone, length, instructions, rules }: Pick<Guidance, "tone" | "length" | "instructions" | "rules">): string {
  const lines = rules.map(({ about, action, text }) => {
    const say = text.trim() === "" ? "" : `: ${text.trim()}`;
    return action === "hand_over" ? `- About ${about}${say} → choose hand_over.` : `- About ${about}${say}`;
  });
  return [TONE[tone], LENGTH[length], instructions, lines.length === 0 ? "" : `Rules:\n${lines.join("\n")}`]
    .filter((part) => part !== "")
    .join("\n");
}
