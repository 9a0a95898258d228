// Words of purposes, and of why a run failed.
import { m } from "#messages";
import type { ImagePurpose, RunReason } from "../contract.ts";

export const PURPOSE_WORDS: Readonly<Record<ImagePurpose, () => string>> = {
  header: m.image_studio_purpose_header,
  card: m.image_studio_purpose_card,
  avatar: m.image_studio_purpose_avatar,
  launcher: m.image_studio_purpose_launcher,
  empty: m.image_studio_purpose_empty,
};
export const REASONS: Readonly<Record<RunReason, () => string>> = {
  not_configured: m.image_studio_reason_not_configured,
  ceiling_reached: m.image_studio_reason_ceiling_reached,
  model_failed: m.image_studio_reason_model_failed,
  unusable: m.image_studio_reason_unusable,
  unknown: m.image_studio_reason_unknown,
  interrupted: m.image_studio_reason_interrupted,
  parent_gone: m.image_studio_reason_parent_gone,
};
