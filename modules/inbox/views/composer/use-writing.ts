// How the member writes: which key sends, what is open after handling, the signature.
import { useRouteQuery } from "#dashboard/api.ts";
import { readWritingSettings, type WritingSettings } from "#modules/conversations/contract";

/** Until the settings are known, as in the first moments of a page: what surprises nobody. */
const UNKNOWN: WritingSettings = { sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 };

export const useWriting = (projectId: string): WritingSettings =>
  useRouteQuery(readWritingSettings, { params: { projectId } as never }, { staleTime: 300_000 }).data ?? UNKNOWN;
