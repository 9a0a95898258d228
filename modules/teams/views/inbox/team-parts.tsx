// Teams in the inbox: what the menu of assigning offers, the chips of rows and threads, the list's filter, the line in the thread.
import { call } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { useCommand } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { activityLine, assignChoices, conversationMark, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { Users } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import * as v from "valibot";
import { assignTeam, TEAM, TEAM_ASSIGNED, type Team, TeamChange, teamIdOf } from "../../contract.ts";
import { useTeams } from "../queries.ts";

/** Adds the teams to the menu of assigning, and an action of the palette for each. */
export function TeamChoices({ projectId, conversationId, row, changeField, onItems }: PropsOf<typeof assignChoices>) {
  const { data } = useTeams(projectId);
  const now = teamIdOf(row);
  const teams = data?.items.filter(({ state, id }) => state === "active" || (state === "archived" && id === now)) ?? [];
  const params = { projectId, conversationId } as never;

  async function assign(teamId: string | undefined, was?: { teamId: string | undefined }): Promise<void> {
    try {
      await changeField(TEAM, teamId, (frontier) =>
        call(assignTeam, { params, body: { clientId: crypto.randomUUID(), frontier, teamId: (teamId ?? null) as never } }),
      );
      if (!was) return;
      const name = teams.find(({ id }) => id === teamId)?.name;
      toast({
        title: name === undefined ? m.teams_did_unassign() : m.teams_did_assign({ team: name }),
        tone: "ok",
        undo: () => void assign(was.teamId),
      });
    } catch (cause) {
      const code = cause instanceof CallError ? cause.problem.code : undefined;
      toast({
        title: m.teams_failed(),
        body: code === "stale_frontier" ? m.teams_look_first() : messageOf(cause),
        tone: code === "stale_frontier" || code === "conflict" ? "neutral" : "bad",
      });
    }
  }
  const choose = (teamId: string | undefined): void => void (teamId === now || assign(teamId, { teamId: now }));
  const tell = useEffectEvent(() =>
    onItems(
      "teams",
      teams.length === 0
        ? []
        : [
            { heading: m.teams_title() },
            ...teams.map(({ id, name }) => ({ label: name, icon: Users, checked: id === now, onSelect: () => choose(id) })),
            { label: m.teams_none_short(), checked: now === undefined, onSelect: () => choose(undefined) },
          ],
    ),
  );
  // The items act on the conversation as it is now, so every change of the row tells them anew.
  useEffect(() => tell(), [data, row]);
  return teams.map((team) => (
    <Command key={team.id} team={team} chosen={team.id === now} onChoose={() => choose(team.id === now ? undefined : team.id)} />
  ));
}
function Command({ team, chosen, onChoose }: { team: Team; chosen: boolean; onChoose(): void }) {
  const label = chosen ? m.teams_unassign_of({ team: team.name }) : m.teams_assign_to({ team: team.name });
  useCommand(onChoose, { label, group: m.conversations_title() });
  return null;
}

export function RowTeam({ row }: PropsOf<typeof rowChip>) {
  const id = teamIdOf(row);
  return id === undefined ? null : <TeamChip id={id} className="max-w-24 min-w-6 shrink!" />;
}
export function ThreadTeam({ row }: PropsOf<typeof conversationMark>) {
  const id = teamIdOf(row);
  return id === undefined ? null : <TeamChip id={id} className="max-w-60 min-w-0 shrink!" />;
}
function TeamChip({ id, className }: { id: string; className: string }) {
  const { data } = useTeams(useProject().id);
  const team = data?.items.find((each) => each.id === id && each.state !== "deleting");
  if (!team) return null;
  return (
    <Chip className={className}>
      <Users className="size-3 shrink-0" aria-hidden />
      <span className="sr-only">{m.teams_chip()} </span>
      <span dir="auto" className="min-w-0 truncate">
        {team.name}
      </span>
    </Chip>
  );
}

/** Where no loaded conversation has a team, there is nothing to filter. */
/** The team as a field of conditions. */
export function TeamField({ projectId, declare }: PropsOf<typeof viewField>) {
  const { data } = useTeams(projectId);
  useEffect(() => {
    // Until they are read, nobody says that one is gone.
    if (!data) return;
    const teams = data.items.filter(({ state }) => state !== "deleting");
    declare({
      name: TEAM,
      label: m.teams_field(),
      options: [...teams.map(({ id, name }) => ({ value: id, label: name })), { value: "none", label: m.teams_field_none() }],
    });
  }, [data, declare]);
  return null;
}

export function TeamFilter(props: PropsOf<typeof listFilter>) {
  return props.filter?.startsWith(`${TEAM}:`) === true || props.isInUse(TEAM) ? <Filter {...props} /> : null;
}
function Filter({ projectId, filter, onFilter }: PropsOf<typeof listFilter>) {
  const { data } = useTeams(projectId);
  const id = filter?.startsWith(`${TEAM}:`) === true ? filter.slice(TEAM.length + 1) : undefined;
  const chosen = data?.items.find((team) => team.id === id);
  return (
    <Menu
      align="end"
      items={[
        ...(data?.items ?? [])
          .filter(({ state }) => state !== "deleting")
          .map((team) => ({
            label: team.name,
            checked: team.id === id,
            onSelect: () => onFilter(team.id === id ? undefined : `${TEAM}:${team.id}`),
          })),
        "separator",
        { label: m.teams_filter_any(), checked: id === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        id === undefined ? (
          <IconButton label={m.teams_filter()} icon={Users} />
        ) : (
          <Button
            size="sm"
            icon={Users}
            aria-label={m.teams_filter_on({ team: chosen?.name ?? "" })}
            className="max-w-36 min-w-0 rounded-full!"
          >
            <span className="min-w-0 truncate">{chosen?.name ?? ""}</span>
          </Button>
        )
      }
    />
  );
}

export function TeamLine({ projectId, event, own, name }: PropsOf<typeof activityLine>) {
  const change = event.name === TEAM_ASSIGNED ? v.safeParse(TeamChange, event.data) : undefined;
  return change?.success ? <Line projectId={projectId} teamId={change.output.teamId} own={own} name={name} /> : null;
}
function Line({ projectId, teamId, own, name }: { projectId: string; teamId: string | null; own: boolean; name: string }) {
  const { data } = useTeams(projectId, teamId !== null);
  if (teamId === null) return own ? m.teams_event_none_you() : m.teams_event_none({ name });
  const team = data?.items.find(({ id }) => id === teamId)?.name ?? (data ? m.teams_former() : m.teams_some());
  return own ? m.teams_event_assigned_you({ team }) : m.teams_event_assigned({ name, team });
}
