// Dialog that sets its member away and hands over the open conversations that are assigned to them.
import { useRouteQuery } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useRouter } from "@tanstack/react-router";
import { startBulkAction } from "#modules/bulk-actions/views";
import { countConversations, inboxPath } from "#modules/conversations/contract";
import { listTeams } from "#modules/teams/contract";
import { type FormEvent, useState } from "react";
import { type Availability, HANDOVER } from "../contract.ts";
import { choose, useAvailability } from "./state.ts";

interface Props {
  readonly projectId: string;
  readonly was: Availability | undefined;
  onClose(): void;
}
const NOBODY = "nobody";
/** What `countConversations` answers for more than 99. */
const MANY = 100;

export default function HandOverDialog({ projectId, was, onClose }: Props) {
  const router = useRouter();
  const me = useMe().id;
  const { members } = useProject();
  const availability = useAvailability(projectId);
  const params = { projectId } as never;
  const { data: teams } = useRouteQuery(listTeams, { params });
  const { data: counts, error, refetch } = useRouteQuery(countConversations, { params }, { staleTime: 0 });
  const [to, setTo] = useState(NOBODY);
  const active = teams?.items.filter(({ state }) => state === "active") ?? [];
  const options = [
    { value: NOBODY, label: m.availability_hand_over_nobody() },
    ...members
      .filter(({ accountId }) => accountId !== me)
      .map(({ accountId, name }) => ({ value: accountId, label: named(name, availability(accountId)) })),
    ...active.map(({ id, name }) => ({ value: id as string, label: m.availability_hand_over_team({ team: name }) })),
  ];
  const none = counts?.mine === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!counts) return;
    onClose();
    void choose(projectId, me, "away", was);
    if (none) return;
    const team = active.find(({ id }) => id === to);
    const member = members.find(({ accountId }) => accountId === to);
    const name = team?.name ?? member?.name;
    const value = team ? { assigneeId: null, teamId: team.id } : { assigneeId: member?.accountId ?? null };
    void startBulkAction(
      { projectId, me, rows: [], list: { view: "mine", except: [] } },
      {
        ...{ action: HANDOVER, value, change: () => ({}) },
        did: (count) => (name === undefined ? m.availability_did_unassign({ count }) : m.availability_did_hand_over({ count, name })),
      },
    );
    // How far it is, and Undo, stand below the list.
    void router.navigate({ to: inboxPath(projectId, "mine") });
  }
  return (
    <Dialog open onClose={onClose} title={m.availability_hand_over_title()}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        {counts ? (
          <p className="text-muted">
            {none
              ? m.availability_hand_over_none()
              : counts.mine >= MANY
                ? m.availability_hand_over_many()
                : m.availability_hand_over_count({ count: counts.mine })}
          </p>
        ) : error ? (
          <p role="alert" className="flex items-center gap-2 text-bad-text">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-5 w-full" />
        )}
        {!none && (
          <Field label={m.availability_hand_over_to()}>
            <Select value={to} onChange={setTo} options={options} />
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" disabled={!counts}>
            {none ? m.availability_set_away() : m.availability_hand_over_do()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
/** In an option there is no room for a mark. */
const named = (name: string, availability: Availability | undefined): string =>
  availability === "away" ? m.availability_member_away({ name }) : availability === "busy" ? m.availability_member_busy({ name }) : name;
