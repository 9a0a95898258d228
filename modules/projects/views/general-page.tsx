// Settings page with the project's name and its deletion.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { deleteProject, listProjects, readProject, renameProject } from "../contract.ts";
import { ReadOnly } from "./read-only.tsx";

/** Admins rename; only owners delete. */
export default function GeneralPage() {
  const { id: projectId, name, mayI } = useProject();
  return (
    <Page title={m.projects_general_title()}>
      {!mayI("admin") && <ReadOnly />}
      <Rename key={name} projectId={projectId} name={name} mayChange={mayI("admin")} />
      <Delete projectId={projectId} name={name} mayDelete={mayI("owner")} />
    </Page>
  );
}

function Rename({ projectId, name, mayChange }: { projectId: string; name: string; mayChange: boolean }) {
  const [text, setText] = useState(name);
  const rename = useRouteMutation(renameProject, {
    suppressToast: true,
    invalidates: [readProject, listProjects],
    done: () => toast({ tone: "ok", title: m.projects_saved() }),
  });
  const changed = text.trim() !== name;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rename.mutate({ params: { projectId }, body: { name: text } });
  };
  return (
    <Section title={m.projects_name()} lead={m.projects_name_lead()}>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <UnsavedChanges when={changed} />
        <Field
          className="min-w-0 flex-1 basis-60"
          hideLabel
          label={m.projects_name()}
          error={issueOf(rename.error, "name") ?? refusalOf(rename.error)}
        >
          <TextInput dir="auto" value={text} limit={80} required disabled={!mayChange} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="h-9" busy={rename.isPending} disabled={!mayChange || !changed}>
          {m.projects_rename()}
        </Button>
      </form>
    </Section>
  );
}

function Delete({ projectId, name, mayDelete }: { projectId: string; name: string; mayDelete: boolean }) {
  const [asking, setAsking] = useState(false);
  const remove = useRouteMutation(deleteProject, { suppressToast: true, done: () => location.assign("/projects") });
  return (
    <>
      <Section
        tone="danger"
        title={m.projects_delete()}
        lead={mayDelete ? m.projects_delete_lead() : m.projects_delete_owners_only()}
        actions={
          <Button variant="danger" disabled={!mayDelete} onClick={() => setAsking(true)}>
            {m.projects_delete_action()}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { projectId }, body: { confirm: name } })}
        title={m.projects_delete_title({ name })}
        body={m.projects_delete_body()}
        action={m.projects_delete_action()}
        typed={name}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      >
        <ul className="grid list-disc gap-1 ps-5">
          <li>{m.projects_delete_ends_members()}</li>
          <li>{m.projects_delete_ends_widget()}</li>
          <li>{m.projects_delete_ends_work()}</li>
        </ul>
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.projects_delete_erase_first()}</p>
      </ConfirmDialog>
    </>
  );
}
