// The templates of a project: written, changed and deleted in their place.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import {
  changeOutreachTemplate,
  createOutreachTemplate,
  deleteOutreachTemplate,
  MAX_SUBJECT,
  MAX_TEMPLATES,
  MAX_TEXT,
  PLACEHOLDERS,
  type Template,
} from "../contract.ts";
import { settingsQuery } from "./queries.ts";

const reread = (projectId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: settingsQuery(projectId).queryKey });

export function Templates({ projectId, templates }: { projectId: string; templates: readonly Template[] }) {
  /** The template that is being edited; null: a new one. */
  const [editing, setEditing] = useState<Template | null>();
  const [deleting, setDeleting] = useState<Template>();
  async function discard(template: Template): Promise<void> {
    try {
      await call(deleteOutreachTemplate, { params: { projectId, templateId: template.id } as never });
      toast({ tone: "ok", title: m.outreach_template_deleted({ name: plain(template.name) }) });
    } catch (cause) {
      toastProblem(cause);
    }
    setDeleting(undefined);
    await reread(projectId);
  }
  const form = (template: Template | null) => (
    <TemplateForm
      key={template?.id ?? ""}
      projectId={projectId}
      template={template}
      onDone={() => {
        setEditing(undefined);
        void reread(projectId);
      }}
    />
  );
  return (
    <Section
      title={m.outreach_templates()}
      lead={m.outreach_templates_lead({ names: PLACEHOLDERS.map((name) => `{${name}}`).join(" ") })}
      actions={
        editing === undefined &&
        templates.length < MAX_TEMPLATES && <Button onClick={() => setEditing(null)}>{m.outreach_add_template()}</Button>
      }
    >
      {editing === null && form(null)}
      {templates.length === 0 && editing === undefined && <p className="text-muted">{m.outreach_no_templates()}</p>}
      {templates.length > 0 && (
        <ul className="divide-y divide-line">
          {templates.map((template) => (
            <li key={template.id} className="py-2">
              {editing?.id === template.id ? (
                form(template)
              ) : (
                <div className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 flex-1 basis-40">
                    <span className="block truncate font-medium">
                      <bdi>{plain(template.name)}</bdi>
                    </span>
                    <span className="block truncate text-xs text-muted">
                      <bdi>{plain(template.subject)}</bdi>
                    </span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={m.outreach_edit_template({ name: plain(template.name) })}
                    onClick={() => setEditing(template)}
                  >
                    {m.outreach_edit()}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={m.outreach_delete_template({ name: plain(template.name) })}
                    onClick={() => setDeleting(template)}
                  >
                    {m.outreach_delete()}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => void (deleting && discard(deleting))}
        title={m.outreach_delete_title({ name: plain(deleting?.name ?? "") })}
        body={m.outreach_delete_body()}
        action={m.outreach_delete()}
      />
    </Section>
  );
}

function TemplateForm({ projectId, template, onDone }: { projectId: string; template: Template | null; onDone: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID());
  const [words, setWords] = useState({ name: template?.name ?? "", subject: template?.subject ?? "", text: template?.text ?? "" });
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const typed = (key: keyof typeof words) => ({
    value: words[key],
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [key]: event.target.value }),
  });
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      if (template === null) await call(createOutreachTemplate, { params: { projectId } as never, body: { clientId, ...words } });
      else
        await call(changeOutreachTemplate, {
          params: { projectId, templateId: template.id } as never,
          body: { revision: template.revision, ...words },
        });
      onDone();
    } catch (cause) {
      setProblem(messageOf(cause));
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-3">
      <Field label={m.outreach_template_name()}>
        <TextInput dir="auto" required limit={100} {...typed("name")} />
      </Field>
      <Field label={m.outreach_subject()}>
        <TextInput dir="auto" required limit={MAX_SUBJECT} {...typed("subject")} />
      </Field>
      <Field label={m.outreach_text()}>
        <TextArea dir="auto" required rows={8} limit={MAX_TEXT} {...typed("text")} />
      </Field>
      {problem !== "" && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{m.dashboard_cancel()}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {m.dashboard_save()}
        </Button>
      </div>
    </form>
  );
}
