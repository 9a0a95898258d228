// Dialog for a new token: name, what it may do, and its end. Afterwards it shows the token, once.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useId, useState } from "react";
import { createApiToken, type DeclaredScope, listApiTokens } from "../contract.ts";

interface CreateProps {
  readonly projectId: string;
  readonly scopes: readonly DeclaredScope[];
  onClose(): void;
}
/** Days; the empty one is no end. */
const ENDS = ["30", "90", "365", ""];

export function CreateDialog({ projectId, scopes, onClose }: CreateProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState("90");
  const [clientId] = useState(() => crypto.randomUUID());
  const legend = useId();
  const create = useRouteMutation(createApiToken, { suppressToast: true, invalidates: [listApiTokens] });
  const made = create.data;
  if (made)
    return (
      <Dialog
        open
        stays
        onClose={onClose}
        title={m.api_tokens_ready()}
        body={made.secret === null ? m.api_tokens_shown_before() : m.api_tokens_once()}
        footer={<Button onClick={onClose}>{m.projects_done()}</Button>}
      >
        {made.secret !== null && (
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">
              {made.secret}
            </code>
            <CopyButton text={made.secret} label={m.dashboard_copy()} variant="primary" />
          </div>
        )}
      </Dialog>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({
      params: { projectId },
      body: { clientId, name, scopes: [...chosen], validDays: days === "" ? null : Number(days) },
    });
  };
  const noScope = issueOf(create.error, "scopes");
  return (
    <Dialog open onClose={onClose} title={m.api_tokens_create_title()} body={m.api_tokens_create_body()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.api_tokens_name()} hint={m.api_tokens_name_hint()} error={issueOf(create.error, "name")}>
          <TextInput dir="auto" value={name} limit={80} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <div role="group" aria-labelledby={legend} className="grid gap-2.5">
          <span id={legend} className="text-sm font-medium">
            {m.api_tokens_may()}
          </span>
          {scopes.map((scope) => (
            <Checkbox
              key={scope.name}
              label={scope.title}
              hint={scope.body}
              checked={chosen.includes(scope.name)}
              onChange={(on) => setChosen(on ? [...chosen, scope.name] : chosen.filter((each) => each !== scope.name))}
            />
          ))}
          {noScope && (
            <p role="alert" className="text-xs text-bad-text">
              {noScope}
            </p>
          )}
        </div>
        <Field label={m.api_tokens_end()}>
          <Select
            value={days}
            onChange={setDays}
            options={ENDS.map((each) => ({
              value: each,
              label: each === "" ? m.api_tokens_end_never() : m.api_tokens_end_days({ count: Number(each) }),
            }))}
          />
        </Field>
        {refusalOf(create.error) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(create.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {m.api_tokens_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
