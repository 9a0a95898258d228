// Dialog that forwards a message by mail, with an added text.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Forward } from "lucide-react";
import type { FormEvent, KeyboardEvent } from "react";
import { forwardMessage, readMails } from "../../contract.ts";
import { AddressField } from "./address-field.tsx";
import { useDraft } from "./use-draft.ts";

interface ForwardProps {
  readonly projectId: string;
  readonly messageId: string;
  onClose(): void;
}

export function ForwardDialog({ projectId, messageId, onClose }: ForwardProps) {
  const toast = useToast();
  const { members } = useProject();
  const { draft, write, done } = useDraft(`forward ${messageId}`);
  const send = useRouteMutation(forwardMessage, {
    suppressToast: true,
    invalidates: [readMails],
    done: () => {
      done();
      onClose();
      toast({ title: m.email_forwarded({ address: draft.to.trim() }), tone: "ok" });
    },
  });
  function submit(): void {
    if (send.isPending) return;
    send.mutate({
      params: { projectId, messageId: messageId as never },
      body: { clientId: draft.clientId, to: draft.to, content: draft.content },
    });
  }
  // The error disappears as soon as the address is changed.
  const toError = send.variables?.body.to === draft.to ? (issueOf(send.error, "to") ?? refusalOf(send.error)) : undefined;
  return (
    <Dialog open onClose={onClose} title={m.email_forward()} body={m.email_forward_body()} size="md">
      <form
        noValidate
        className="grid gap-3"
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <AddressField
          projectId={projectId}
          label={m.email_new_to()}
          value={draft.to}
          onWrite={(to) => write({ to })}
          others={members}
          hint={m.email_forward_whom()}
          error={toError}
        />
        <Field label={m.email_forward_text()} error={issueOf(send.error, "content")}>
          <TextArea
            value={draft.content}
            onChange={(event) => write({ content: event.target.value.replaceAll("\0", "") })}
            limit={4000}
            dir="auto"
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" icon={Forward} busy={send.isPending}>
            {m.email_forward_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
