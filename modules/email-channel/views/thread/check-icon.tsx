import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from "lucide-react";
import type { Mail } from "../../contract.ts";

/** Icon for the sender's verification; the text next to it says the same. */
export function CheckIcon({ authentication }: Pick<Mail, "authentication">) {
  const Glyph = authentication === null ? ShieldQuestionMark : authentication.aligned ? ShieldCheck : ShieldAlert;
  return <Glyph className={`size-3 shrink-0 ${authentication && !authentication.aligned ? "text-warn-text" : ""}`} aria-hidden />;
}
