// The chosen source, and the sources that are available.
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { From, Platform, readImportSources, REGIONS } from "../contract.ts";

export type Sources = AnswerOf<typeof readImportSources>;

export interface Chosen {
  readonly platform: Platform;
  readonly subdomain: string;
  readonly region: (typeof REGIONS)[number];
}
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** People paste whole addresses, so everything after the first dot is cut off. */
const labelOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .split(/[./]/)[0] ?? "";

/** Undefined while something is missing. */
export function fromOf({ platform, subdomain, region }: Chosen): From | undefined {
  if (platform === "intercom") return { platform, place: region };
  if (platform === "helpscout") return { platform, place: "docs" };
  const place = labelOf(subdomain);
  return LABEL.test(place) ? { platform, place } : undefined;
}
