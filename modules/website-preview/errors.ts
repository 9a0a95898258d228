// The refusals that the website preview repeats.
import type { Config } from "#kernel/config/index.ts";
import { notConfigured } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { CAPABILITY } from "./variables.ts";

/** The preview's origin. Throws `not_configured`, naming the variable. */
export function previewOriginOf({ previewOrigin }: Config): string {
  if (previewOrigin === undefined) throw notConfigured(CAPABILITY, ["PREVIEW_ORIGIN"], m.website_preview_not_configured());
  return previewOrigin;
}
