// Dialog for a new preview: its pages, who may open it, and its end.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox, Field, Select, Switch, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useId, useState } from "react";
import { createPreviewGrant, listPreviewGrants, MAX_REQUESTS, type Opens } from "../contract.ts";
import { linesOf, pathsOf } from "./entered-paths.ts";
import { opensLabel } from "./labels.ts";

interface CreateProps {
  readonly projectId: string;
  readonly site: string;
  onClose(): void;
}
const HOURS = [1, 8, 24, 24 * 7, 24 * 30];
const OPENS: readonly Opens[] = ["members", "admins", "named"];

export function CreateDialog({ projectId, site, onClose }: CreateProps) {
  const { members } = useProject();
  const [paths, setPaths] = useState("/");
  const [files, setFiles] = useState("");
  const [opens, setOpens] = useState<Opens>("members");
  const [named, setNamed] = useState<readonly string[]>([]);
  const [hours, setHours] = useState(24);
  const [limit, setLimit] = useState("2000");
  const [scripts, setScripts] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
  const legend = useId();
  const create = useRouteMutation(createPreviewGrant, {
    suppressToast: true,
    invalidates: [listPreviewGrants],
    done() {
      toast({ tone: "ok", title: m.website_preview_created() });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({
      params: { projectId },
      body: {
        ...{ clientId, site, paths: pathsOf(paths, site), fileOrigins: linesOf(files), opens, scripts },
        members: opens === "named" ? [...named] : [],
        validHours: hours,
        requestLimit: Math.round(Number(limit)) || 0,
      },
    });
  };
  const { error } = create;
  /** The first problem of a list's lines. */
  const issue = (field: string): string | undefined =>
    issueOf(error, field) ?? Array.from({ length: 20 }, (_, line) => issueOf(error, `${field}.${line}`)).find((one) => one !== undefined);
  const nobody = issueOf(error, "members");
  return (
    <Dialog open onClose={onClose} title={m.website_preview_create_title()} body={m.website_preview_create_body({ site })}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <Field label={m.website_preview_paths()} hint={m.website_preview_paths_hint()} error={issue("paths")}>
          <TextArea value={paths} rows={2} spellCheck={false} onChange={(event) => setPaths(event.target.value)} />
        </Field>
        <Field label={m.website_preview_files()} hint={m.website_preview_files_hint()} error={issue("fileOrigins")}>
          <TextArea value={files} rows={2} spellCheck={false} onChange={(event) => setFiles(event.target.value)} />
        </Field>
        <Field label={m.website_preview_who()}>
          <Select
            value={opens}
            onChange={(value) => setOpens(value as Opens)}
            options={OPENS.map((value) => ({ value, label: opensLabel(value) }))}
          />
        </Field>
        {opens === "named" && (
          <div role="group" aria-labelledby={legend} className="grid gap-2.5">
            <span id={legend} className="text-sm font-medium">
              {m.website_preview_who_members()}
            </span>
            {members.map(({ accountId, name, email }) => (
              <Checkbox
                key={accountId}
                label={name || email}
                checked={named.includes(accountId)}
                onChange={(on) => setNamed(on ? [...named, accountId] : named.filter((one) => one !== accountId))}
              />
            ))}
            {nobody && (
              <p role="alert" className="text-xs text-bad-text">
                {nobody}
              </p>
            )}
          </div>
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={m.website_preview_lasts()}>
            <Select
              value={String(hours)}
              onChange={(value) => setHours(Number(value))}
              options={HOURS.map((count) => ({
                value: String(count),
                label: count <= 24 ? m.website_preview_lasts_hours({ count }) : m.website_preview_lasts_days({ count: count / 24 }),
              }))}
            />
          </Field>
          <Field label={m.website_preview_limit()} hint={m.website_preview_limit_hint()} error={issueOf(error, "requestLimit")}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={10}
              max={MAX_REQUESTS}
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
            />
          </Field>
        </div>
        <Switch label={m.website_preview_scripts()} hint={m.website_preview_scripts_hint()} checked={scripts} onChange={setScripts} />
        {(refusalOf(error) ?? issueOf(error, "site")) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(error) ?? issueOf(error, "site")}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {m.website_preview_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
