// The chip of a row whose conversation has an unfinished reply or note of the member, or a reply that a program drafted.
import { queryClient, reading } from "#dashboard/api.ts";
import { useProjectId } from "#dashboard/session.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { ConversationSummary } from "#modules/conversations/contract";
import { onDrafts } from "#modules/live-inbox/views";
import { QueryObserver } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listDrafts } from "../contract.ts";

interface Drafts {
  readonly conversationIds: readonly string[];
  readonly byPrograms: readonly string[];
}
const draftsOf = (projectId: string) => reading(listDrafts, { params: { projectId } as never });
let listening = false;
/** What is written in this window shows at once; other windows read it when they are visited. */
function listen(): void {
  if (listening) return;
  listening = true;
  onDrafts((projectId, conversationId, has) =>
    queryClient.setQueryData<Drafts>(draftsOf(projectId).queryKey, (held) => {
      if (!held || held.conversationIds.includes(conversationId) === has) return held;
      const others = held.conversationIds.filter((one) => one !== conversationId);
      return { ...held, conversationIds: has ? [conversationId, ...others] : others };
    }),
  );
}

interface Watched {
  readonly subscribe: (listener: () => void) => () => void;
  /** Whose draft a conversation has; the member's own comes first. */
  whose(conversationId: string): "own" | "program" | undefined;
}
const watched = new Map<string, Watched>();
/** The drafts of a project, read once for all rows that watch them: a query of its own would be most of what a row costs. */
function draftsIn(projectId: string): Watched {
  const known = watched.get(projectId);
  if (known) return known;
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  const made: Watched = {
    subscribe(listener) {
      listen();
      listeners.add(listener);
      stop ??= new QueryObserver(queryClient, { ...draftsOf(projectId), staleTime: 60_000 }).subscribe(() =>
        listeners.forEach((each) => each()),
      );
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    whose(conversationId) {
      const drafts = queryClient.getQueryData<Drafts>(draftsOf(projectId).queryKey);
      if (drafts?.conversationIds.includes(conversationId) === true) return "own";
      return drafts?.byPrograms.includes(conversationId) === true ? "program" : undefined;
    },
  };
  watched.set(projectId, made);
  return made;
}

export default function DraftChip({ row }: { row: ConversationSummary }) {
  const drafts = draftsIn(useProjectId() ?? "");
  const whose = useSyncExternalStore(drafts.subscribe, () => drafts.whose(row.id));
  if (whose === undefined) return null;
  return whose === "own" ? <Chip tone="accent">{m.shared_drafts_draft()}</Chip> : <Chip>{m.shared_drafts_ready()}</Chip>;
}
