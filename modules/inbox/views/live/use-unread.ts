import { useMe } from "#dashboard/session.tsx";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "./live.ts";
import { countsQuery } from "./queries.ts";

/** How many of mine or nobody's wait unread. It stands in the navigation of every screen, and so keeps the line open. */
export function useUnread(projectId: string): number {
  useLive(projectId, useMe().id, (state) => state.status.kind);
  return useQuery(countsQuery(projectId)).data?.unread ?? 0;
}
