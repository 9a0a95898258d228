// Words of answers, and of why a run failed.
import { m } from "#messages";
import type { Tone } from "#dashboard/ui/chip.tsx";
import type { AnswerWord, RunReason } from "../contract.ts";

export const ANSWER_WORDS: Readonly<Record<AnswerWord, () => string>> = {
  yes: m.lead_research_answer_yes,
  partly: m.lead_research_answer_partly,
  no: m.lead_research_answer_no,
  unknown: m.lead_research_answer_unknown,
};
export const ANSWER_TONES: Readonly<Record<AnswerWord, Tone>> = { yes: "ok", partly: "warn", no: "bad", unknown: "neutral" };
export const REASONS: Readonly<Record<RunReason, () => string>> = {
  robots_denied: m.lead_research_reason_robots_denied,
  unreachable: m.lead_research_reason_unreachable,
  no_text: m.lead_research_reason_no_text,
  not_configured: m.lead_research_reason_not_configured,
  ceiling_reached: m.lead_research_reason_ceiling_reached,
  model_failed: m.lead_research_reason_model_failed,
  interrupted: m.lead_research_reason_interrupted,
};
