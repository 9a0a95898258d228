// Rates and resolves matches. Both show at once in every list that holds the entry, and both can be undone.
import type { InfiniteData } from "@tanstack/react-query";
import { queryClient, useRouteMutation } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import {
  type Entry,
  listConversationMatches,
  listMonitoringLog,
  listMonitoringRules,
  rateMatch,
  readMonitoringEntry,
  resolveMatch,
  type Verdict,
} from "../../contract.ts";

type Pages = InfiniteData<AnswerOf<typeof listMonitoringLog>, string | undefined>;
/** Replaces the entry wherever it is shown. */
function keep(entry: Entry): void {
  const replaced = (one: Entry): Entry => (one.id === entry.id ? entry : one);
  queryClient.setQueriesData<Pages>(
    { queryKey: [listMonitoringLog.name] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(replaced) })) },
  );
  queryClient.setQueriesData<AnswerOf<typeof listConversationMatches>>(
    { queryKey: [listConversationMatches.name] },
    (data) => data && { ...data, items: data.items.map(replaced) },
  );
  queryClient.setQueriesData<AnswerOf<typeof readMonitoringEntry>>(
    { queryKey: [readMonitoringEntry.name] },
    (data) => data && { entry: replaced(data.entry) },
  );
}

/** Rates a match; rating it with null takes the answer back. */
export function useRating(projectId: string): (entry: Entry, verdict: Verdict) => void {
  const rate = useRouteMutation(rateMatch, { invalidates: [listMonitoringRules], done: ({ entry }) => keep(entry) });
  const set = (entry: Entry, verdict: Verdict): void =>
    rate.mutate({ params: { projectId: projectId as never, entryId: entry.id }, body: { verdict } });
  return (entry, verdict) => {
    set(entry, verdict);
    toast({
      tone: "ok",
      title: verdict === "up" ? m.monitoring_rated_up() : verdict === "down" ? m.monitoring_rated_down() : m.monitoring_rated_none(),
      undo: () => set(entry, entry.verdict),
    });
  };
}

/** Resolves a match or opens it again. */
export function useResolving(projectId: string): (entry: Entry, state: Entry["state"]) => void {
  const resolve = useRouteMutation(resolveMatch, { done: ({ entry }) => keep(entry) });
  const send = (entry: Entry, state: Entry["state"], undo?: () => void): void =>
    resolve.mutate(
      { params: { projectId: projectId as never, entryId: entry.id }, body: { clientId: crypto.randomUUID(), state } },
      {
        onSuccess: () =>
          toast({
            tone: "ok",
            title: state === "resolved" ? m.monitoring_did_resolve() : m.monitoring_did_reopen(),
            ...(undo === undefined ? {} : { undo }),
          }),
      },
    );
  return (entry, state) => send(entry, state, () => send(entry, state === "open" ? "resolved" : "open"));
}
