// Page of one action: its editor, and the console that tries what is saved.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { type Action, listActions, readAction, removeAction } from "../../contract.ts";
import { actionsPath, NEW } from "../../contract.ts";
import { Console } from "./console.tsx";
import { Editor } from "./editor.tsx";

export default function ActionPage() {
  const { id: projectId, mayI } = useProject();
  const { actionId = NEW } = useParams({ strict: false }) as { actionId?: string };
  const isNew = actionId === NEW;
  const may = mayI("admin");
  const stored = useRouteQuery(readAction, { params: { projectId, actionId } }, { enabled: may && !isNew });
  const all = useRouteQuery(listActions, { params: { projectId } }, { enabled: may && isNew });
  const { error, refetch } = isNew ? all : stored;
  const setup = isNew ? all.data?.setup : stored.data?.setup;
  const action = isNew ? undefined : stored.data?.action;
  return (
    <Page
      title={isNew ? m.assistant_actions_new() : (action?.name ?? m.assistant_actions_title())}
      lead={
        <Link to={actionsPath(projectId)} className="inline-flex min-h-6 items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.assistant_actions_title()}
        </Link>
      }
    >
      {!may ? (
        <Forbidden message={m.assistant_actions_forbidden()} />
      ) : !setup ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : (
        <>
          <Editor key={action ? `${action.id} ${action.revision}` : NEW} projectId={projectId} action={action} setup={setup} />
          {action && <Console key={action.revision} projectId={projectId} action={action} />}
          {action && <Removal projectId={projectId} action={action} />}
        </>
      )}
    </Page>
  );
}

function Removal({ projectId, action: { id, name } }: { projectId: string; action: Action }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useRouteMutation(removeAction, {
    suppressToast: true,
    invalidates: [listActions],
    done: () => {
      toast({ tone: "ok", title: m.assistant_actions_removed({ name }) });
      void navigate({ to: actionsPath(projectId) });
    },
  });
  return (
    <Section
      title={m.assistant_actions_remove_title()}
      lead={m.assistant_actions_remove_lead()}
      tone="danger"
      actions={<Button onClick={() => setAsking(true)}>{m.assistant_actions_remove()}</Button>}
    >
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { projectId, actionId: id } })}
        title={m.assistant_actions_remove_ask({ name })}
        body={m.assistant_actions_remove_body()}
        action={m.assistant_actions_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </Section>
  );
}
