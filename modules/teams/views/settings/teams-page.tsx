// Settings page of teams: the list with members, and dialogs that create, edit and delete.
import { Archive, ArchiveRestore, Pencil, Plus, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { queryClient, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeTeam, deleteTeam, listTeams, type Team } from "../../contract.ts";
import { putTeam } from "../queries.ts";
import { TeamDialog } from "./team-dialog.tsx";

/** While a team is being deleted, the list is read again this often, in milliseconds. */
const WATCHED = 2000;

/** Everybody sees the teams; owners and admins change them. */
export default function TeamsPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.teams_title()} lead={m.teams_lead()}>
      <Teams key={projectId} projectId={projectId} />
    </Page>
  );
}

function Teams({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const [deleting, setDeleting] = useState(false);
  const { data, error, refetch } = useRouteQuery(listTeams, { params: { projectId } as never }, deleting ? { every: WATCHED } : {});
  const [edited, setEdited] = useState<Team | "new">();
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const underWay = data.items.some(({ state }) => state === "deleting");
  if (underWay !== deleting) setDeleting(underWay);
  const mayChange = mayI("admin");
  return (
    <>
      <Section
        title={m.teams_list()}
        lead={mayChange ? undefined : m.teams_admins()}
        actions={
          mayChange && (
            <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
              {m.teams_new()}
            </Button>
          )
        }
      >
        {data.items.length === 0 ? (
          <EmptyState icon={Users} title={m.teams_empty()} body={mayChange ? m.teams_empty_body() : m.teams_empty_operator()} />
        ) : (
          <ul className="-mt-1 grid grid-cols-1">
            {data.items.map((team) => (
              <TeamRow key={team.id} projectId={projectId} team={team} onEdit={() => setEdited(team)} />
            ))}
          </ul>
        )}
      </Section>
      {edited && <TeamDialog projectId={projectId} team={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function TeamRow({ projectId, team, onEdit }: { projectId: string; team: Team; onEdit(): void }) {
  const { members: people, mayI } = useProject();
  const [asking, setAsking] = useState(false);
  const { name, members, state, conversations } = team;
  const params = { projectId, teamId: team.id } as never;
  const change = useRouteMutation(changeTeam, { invalidates: [listTeams] });
  const archive = (archived: boolean, undoes = false): void => {
    const back = putTeam(projectId, { ...team, state: archived ? "archived" : "active" });
    change.mutate(
      { params, body: { name, members, archived } },
      {
        onError: back,
        onSuccess: () =>
          undoes ||
          toast({
            tone: "ok",
            title: archived ? m.teams_did_archive({ team: name }) : m.teams_did_unarchive({ team: name }),
            undo: () => archive(!archived, true),
          }),
      },
    );
  };
  const remove = useRouteMutation(deleteTeam, {
    suppressToast: true,
    done: () => {
      setAsking(false);
      toast({ tone: "ok", title: m.teams_did_delete({ team: name }) });
      void queryClient.invalidateQueries({ queryKey: [listTeams.name] });
    },
  });
  const names = people.filter(({ accountId }) => (members as readonly string[]).includes(accountId)).map((person) => person.name);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-40 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          {state === "archived" && <Chip>{m.teams_archived()}</Chip>}
          {state === "deleting" && <Chip>{m.teams_being_deleted()}</Chip>}
        </span>
        <span dir="auto" className="text-start text-sm wrap-anywhere text-muted">
          {names.length === 0 ? m.teams_nobody() : new Intl.ListFormat(locale, { type: "conjunction" }).format(names)}
        </span>
        <span role={state === "deleting" ? "status" : undefined} className="text-xs text-muted tabular-nums">
          {state === "deleting" ? m.teams_left({ count: conversations }) : m.teams_conversations({ count: conversations })}
        </span>
      </span>
      {mayI("admin") && state !== "deleting" && (
        <span className="flex shrink-0">
          <IconButton label={m.teams_edit_of({ team: name })} icon={Pencil} onClick={onEdit} />
          {state === "archived" ? (
            <IconButton label={m.teams_unarchive_of({ team: name })} icon={ArchiveRestore} onClick={() => archive(false)} />
          ) : (
            <IconButton label={m.teams_archive_of({ team: name })} icon={Archive} onClick={() => archive(true)} />
          )}
          <IconButton label={m.teams_delete_of({ team: name })} icon={Trash2} onClick={() => setAsking(true)} />
        </span>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params })}
        title={m.teams_delete_title({ team: name })}
        body={m.teams_delete_body({ count: conversations })}
        action={m.teams_delete()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </li>
  );
}
