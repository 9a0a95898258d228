// The list of teams in the query cache: names for the ids that rows and events hold.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { listTeams, type Team } from "../contract.ts";

const args = (projectId: string) => ({ params: { projectId } as never });
const STALE = 5 * 60_000;
/** The teams of the project; nothing is read while `enabled` is false. */
export const useTeams = (projectId: string, enabled = true) => useRouteQuery(listTeams, args(projectId), { enabled, staleTime: STALE });

/** Shows a changed team at once. Returns a function that undoes it. */
export function putTeam(projectId: string, team: Team): () => void {
  const key = reading(listTeams, args(projectId)).queryKey;
  const was = queryClient.getQueryData<AnswerOf<typeof listTeams>>(key);
  queryClient.setQueryData<AnswerOf<typeof listTeams>>(
    key,
    (held) => held && { items: held.items.map((each) => (each.id === team.id ? team : each)) },
  );
  return () => void (was && queryClient.setQueryData(key, was));
}
