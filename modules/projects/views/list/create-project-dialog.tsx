// Dialog to create a project: its name and, if known already, its website.
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { createProject, listProjects, settingsPath } from "../../contract.ts";
import { asOrigin } from "../website/origin.ts";

/** Continues to the website settings of the new project, where the widget is installed. */
export function CreateProjectDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [website, setWebsite] = useState("");
  // One id for all attempts of this dialog: a retry after a lost response returns the same project.
  const [clientId] = useState(() => crypto.randomUUID());
  const create = useRouteMutation(createProject, {
    invalidates: [listProjects],
    suppressToast: true,
    done: ({ project }) => void navigate({ to: settingsPath(project.id) }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ body: { clientId, name, websiteOrigin: asOrigin(website) } });
  };
  const refusal = refusalOf(create.error);
  return (
    <Dialog open onClose={onClose} title={m.projects_create_title()} body={m.projects_create_body()}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={m.projects_name()} error={issueOf(create.error, "name")}>
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            required
            limit={80}
            dir="auto"
            autoComplete="organization"
            placeholder={m.projects_name_placeholder()}
          />
        </Field>
        <Field label={m.projects_website_optional()} hint={m.projects_website_hint()} error={issueOf(create.error, "websiteOrigin")}>
          <TextInput
            value={website}
            onChange={(event) => setWebsite(event.target.value)}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://www.example.com"
          />
        </Field>
        {refusal && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusal}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {m.projects_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
