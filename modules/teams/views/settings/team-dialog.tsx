// The dialog that creates or edits a team.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Checkbox, Field, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeTeam, createTeam, listTeams, MAX_TEAM_NAME, type Team } from "../../contract.ts";

export function TeamDialog({ projectId, team, onClose }: { projectId: string; team: Team | undefined; onClose(): void }) {
  const { members: people } = useProject();
  const [name, setName] = useState(team?.name ?? "");
  const [members, setMembers] = useState<readonly string[]>(team?.members ?? []);
  const [clientId] = useState(() => crypto.randomUUID());
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listTeams] };
  const create = useRouteMutation(createTeam, { ...options, done: saved(m.teams_did_create({ team: name })) });
  const change = useRouteMutation(changeTeam, { ...options, done: saved(m.teams_did_save({ team: name })) });
  const error = team ? change.error : create.error;
  // Whoever has left the project since is left out.
  const chosen = members.filter((id) => people.some(({ accountId }) => accountId === id)) as Team["members"];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (team)
      change.mutate({
        params: { projectId, teamId: team.id } as never,
        body: { name, members: chosen, archived: team.state === "archived" },
      });
    else create.mutate({ params: { projectId } as never, body: { clientId, name, members: chosen } });
  };
  return (
    <Dialog open onClose={onClose} title={team ? m.teams_edit() : m.teams_new()}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.teams_name()} error={issueOf(error, "name")}>
          <TextInput dir="auto" value={name} limit={MAX_TEAM_NAME} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <fieldset className="grid min-w-0 gap-2.5">
          <legend className="mb-1.5 text-sm font-medium">{m.teams_members()}</legend>
          {people.map((person) => (
            <Checkbox
              key={person.accountId}
              label={<span dir="auto">{person.name}</span>}
              hint={person.email}
              checked={members.includes(person.accountId)}
              onChange={(on) => setMembers(on ? [...members, person.accountId] : members.filter((id) => id !== person.accountId))}
            />
          ))}
        </fieldset>
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={team ? m.teams_save() : m.teams_create()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
