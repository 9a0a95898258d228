// How the member writes: which key sends, what is open after handling, the signature.
import { useRouteQuery } from "#dashboard/api.ts";
import { readWritingSettings, type WritingSettings } from "#modules/conversations/contract";

/** Until the settings are known, as in the first moments of a page: what surprises nobody. */
const UNKNOWN: WritingSettings = { sendKey: "mod_enter", afterHandling: "stay", signature: "" };

export const useWriting = (projectId: string): WritingSettings =>
  useRouteQuery(readWritingSettings, { params: { projectId } as never }, { staleTime: 300_000 }).data ?? UNKNOWN;

/** The text with the signature below it, as it is sent. */
export const signed = (text: string, signature: string): string => (signature === "" ? text : `${text}\n\n${signature}`.trim());
/** The text as it was written, without the signature. */
export const unsigned = (text: string, signature: string): string =>
  signature !== "" && text.endsWith(`\n\n${signature}`) ? text.slice(0, -signature.length - 2) : text;
