// How stages of leads are called and coloured.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { LeadStage } from "../contract.ts";

export const STAGE_LABELS: Readonly<Record<LeadStage, () => string>> = {
  new: m.leads_stage_new,
  contacted: m.leads_stage_contacted,
  in_conversation: m.leads_stage_in_conversation,
  won: m.leads_stage_won,
  lost: m.leads_stage_lost,
};
export const STAGE_TONES: Readonly<Record<LeadStage, Tone>> = {
  new: "accent",
  contacted: "warn",
  in_conversation: "note",
  won: "ok",
  lost: "neutral",
};
