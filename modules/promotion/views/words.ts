// Words of configurations and states.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Configuration, Promotion } from "../contract.ts";

export const STATES: Readonly<Record<Promotion["state"], { readonly label: () => string; readonly tone: Tone }>> = {
  rolling: { label: m.promotion_state_rolling, tone: "accent" },
  done: { label: m.promotion_state_done, tone: "ok" },
  stopped: { label: m.promotion_state_stopped, tone: "neutral" },
};
/** The model and the guidance. */
export const configurationOf = ({ model, guidanceVersion }: Configuration): string =>
  `${model ?? m.promotion_no_model()} · ${
    guidanceVersion === 0 ? m.promotion_default_guidance() : m.promotion_guidance_version({ version: guidanceVersion })
  }`;
