// The team in the bar of selected conversations.
import type { PropsOf } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import type { bulkControl } from "#modules/bulk-actions/views";
import { Users } from "lucide-react";
import { TEAM } from "../../contract.ts";
import { useTeams } from "../queries.ts";

/** A project without teams has nothing to choose. */
export function BulkTeam({ projectId, rows, run }: PropsOf<typeof bulkControl>) {
  const { data } = useTeams(projectId);
  const teams = data?.items.filter(({ state }) => state === "active") ?? [];
  if (teams.length === 0) return null;
  const choose = (teamId: string | null, name: string) => ({
    label: name,
    onSelect: () =>
      run({
        ...{ action: TEAM, value: { teamId } },
        change: ({ fields }) => {
          const { [TEAM]: _, ...others } = fields ?? {};
          return { fields: teamId === null ? others : { ...others, [TEAM]: teamId } };
        },
        did: (count) => (teamId === null ? m.teams_bulk_did_unassign({ count }) : m.teams_bulk_did_assign({ count, team: name })),
      }),
  });
  return (
    <Menu
      items={[...teams.map(({ id, name }) => choose(id, name)), "separator", choose(null, m.teams_none_short())]}
      trigger={<IconButton label={m.teams_bulk()} icon={Users} disabled={rows.length === 0} />}
    />
  );
}
