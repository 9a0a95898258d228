import { useMe } from "#dashboard/session.tsx";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "./live.ts";
import { countsQuery } from "./queries.ts";
import type { Counts } from "./rows.ts";

const unreadOf = (counts: Counts): number => counts.unread;

/** Unread conversations that are mine or unassigned. Shown in the navigation of every screen, which keeps the connection open. */
export function useUnread(projectId: string): number {
  useLive(projectId, useMe().id, (state) => state.status.kind);
  return useQuery({ ...countsQuery(projectId), select: unreadOf }).data ?? 0;
}
