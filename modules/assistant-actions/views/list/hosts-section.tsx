// The hosts that actions may call: added and removed one by one.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Action, listActions, readAction, saveActionHosts, type Setup } from "../../contract.ts";

interface HostsProps {
  readonly projectId: string;
  readonly setup: Setup;
  readonly actions: readonly Action[];
}

export function HostsSection({ projectId, setup, actions }: HostsProps) {
  const { hosts } = setup;
  const [text, setText] = useState("");
  const [removing, setRemoving] = useState<string>();
  const save = useRouteMutation(saveActionHosts, { suppressToast: true, invalidates: [listActions, readAction] });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") save.mutate({ params: { projectId }, body: { hosts: [...hosts, text] } });
  };
  const remove = (host: string): void =>
    save.mutate(
      { params: { projectId }, body: { hosts: hosts.filter((one) => one !== host) } },
      { onSuccess: () => setRemoving(undefined) },
    );
  const users = actions.filter(({ host }) => host === removing).length;
  return (
    <Section title={m.assistant_actions_hosts()} lead={m.assistant_actions_hosts_lead()}>
      {hosts.length > 0 && (
        <ul className="grid">
          {hosts.map((host) => (
            <li key={host} className="flex min-h-10 items-center gap-2 border-b border-line last:border-b-0">
              <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{host}</code>
              <IconButton label={m.assistant_actions_host_remove({ host })} icon={X} onClick={() => setRemoving(host)} />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} noValidate className="flex items-end gap-2">
        <Field
          className="min-w-0 flex-1"
          label={m.assistant_actions_host()}
          error={removing === undefined ? (issueOf(save.error, `hosts.${hosts.length}`) ?? refusalOf(save.error)) : undefined}
        >
          <TextInput
            value={text}
            placeholder="api.example.com"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" className="h-9 self-start mt-6.5 pointer-coarse:h-11" busy={save.isPending && removing === undefined}>
          {m.assistant_actions_host_add()}
        </Button>
      </form>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing !== undefined && remove(removing)}
        title={m.assistant_actions_host_remove_title({ host: removing ?? "" })}
        body={users === 0 ? m.assistant_actions_host_unused() : m.assistant_actions_host_used({ count: users })}
        action={m.assistant_actions_host_remove_action()}
        busy={save.isPending}
        error={refusalOf(save.error)}
      />
    </Section>
  );
}
