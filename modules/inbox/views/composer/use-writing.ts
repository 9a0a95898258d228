// How the member writes: which key sends, what is open after handling, the signature.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { readWritingSettings, type WritingSettings } from "#modules/conversations/contract";

/** Until the settings are known, as in the first moments of a page: what surprises nobody. */
const UNKNOWN: WritingSettings = { sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 };
export const isKnown = (settings: WritingSettings): boolean => settings !== UNKNOWN;
const argsOf = (projectId: string) => ({ params: { projectId } as never });

export const useWriting = (projectId: string): WritingSettings =>
  useRouteQuery(readWritingSettings, argsOf(projectId), { staleTime: 300_000 }).data ?? UNKNOWN;
/** The settings, once they are known; those for the first moments if they can't be read. */
export const readWriting = (projectId: string): Promise<WritingSettings> =>
  queryClient.ensureQueryData(reading(readWritingSettings, argsOf(projectId))).catch(() => UNKNOWN);
