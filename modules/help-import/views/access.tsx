// Lets the first owner allow this project to use the installation's tokens.
import { useRouteMutation } from "#dashboard/api.ts";
import { Section } from "#dashboard/ui/page.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { openImports, readImportSources } from "../contract.ts";
import type { Sources } from "./source.ts";

export function Access({ projectId, sources }: { projectId: string; sources: Sources }) {
  const open = useRouteMutation(openImports, { invalidates: [readImportSources] });
  if (!sources.mayOpen)
    return (
      <Section title={m.help_import_not_allowed()}>
        <p className="text-muted">{m.help_import_not_allowed_lead()}</p>
      </Section>
    );
  return (
    <Section title={m.help_import_access()}>
      <Switch
        label={m.help_import_access_label({ project: sources.project.name })}
        hint={m.help_import_access_hint()}
        checked={sources.opened}
        disabled={open.isPending}
        onChange={(value) => open.mutate({ params: { projectId }, body: { open: value } })}
      />
    </Section>
  );
}
