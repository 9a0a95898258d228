// Dialog for a mail that starts a conversation.
import { issueOf, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { prettyKeys } from "#dashboard/keys.ts";
import { m } from "#messages";
import { listConversations, MAX_CONTENT, threadPath } from "#modules/conversations/contract";
import { useNavigate } from "@tanstack/react-router";
import { FilePlus, Send, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useDeferredValue, useRef, useState } from "react";
import { listText } from "#modules/email/views";
import { checkAddress, startMailConversation } from "../../contract.ts";
import { AddressField, useContacts } from "./address-field.tsx";
import { useFiles } from "./use-files.ts";
import { useDraft } from "./use-draft.ts";

interface NewMailProps {
  readonly projectId: string;
  /** The recipient; without it the address is entered. */
  readonly contact?: { readonly id: string; readonly email: string | null };
  onClose(): void;
}
const COMPLETE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export function NewMailDialog({ projectId, contact, onClose }: NewMailProps) {
  const navigate = useNavigate();
  const { project } = useProject();
  const { draft, write, change, done } = useDraft(`new ${projectId} ${contact?.id ?? ""}`, { to: contact?.email ?? "" });
  const [problem, setProblem] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const { attachments } = draft;
  const files = useFiles(projectId, attachments.length, {
    onStored: (file) => change(({ attachments: held }) => ({ attachments: [...held, file] })),
    onRefused: setProblem,
  });

  const to = draft.to.trim().toLowerCase();
  const whole = useDeferredValue(COMPLETE_ADDRESS.test(to) ? to : "");
  const fitting = useContacts(projectId, draft.to).filter(({ email }) => email === to);
  const chosen =
    contact?.email === to ? contact.id : (fitting.find((one) => one.emailVerified) ?? (fitting.length === 1 ? fitting[0] : undefined))?.id;
  const query = { address: whole, ...(chosen === undefined ? {} : { contactId: chosen as never }) };
  const standing = useRouteQuery(checkAddress, { params: { projectId }, query }, { enabled: whole !== "", staleTime: 10_000 });
  const known = whole === to ? standing.data : undefined;

  const send = useRouteMutation(startMailConversation, {
    suppressToast: true,
    invalidates: [listConversations],
    done: ({ conversation }) => {
      done();
      onClose();
      void navigate({ to: threadPath(projectId, conversation.id) });
    },
  });
  function submit(): void {
    setProblem(undefined);
    if (send.isPending) return;
    if (files.busy) return setProblem(m.email_new_uploading());
    const { clientId, subject, content } = draft;
    send.mutate({
      params: { projectId },
      body: {
        clientId,
        to,
        subject,
        content,
        attachments: attachments.map(({ id }) => id),
        ...(chosen === undefined ? {} : { contactId: chosen as never }),
      },
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }
  // The error disappears as soon as the field is changed.
  const wrote = send.variables?.body;
  const refusedIn = (name: "to" | "subject" | "content", now: string): string | undefined =>
    wrote?.[name] === now ? issueOf(send.error, name) : undefined;
  const unverified = known !== undefined && !known.problem && !known.proved;
  const toError = refusedIn("to", to) ?? issueOf(standing.error, "address") ?? issueOf(standing.error, "to") ?? known?.problem;
  return (
    <Dialog open onClose={onClose} title={m.email_new_title()} size="lg">
      <form
        noValidate
        className="grid gap-3"
        onKeyDown={onKeyDown}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          files.add(event.clipboardData.files);
        }}
      >
        {known && known.missing.length > 0 && (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
            {m.email_new_missing({ variables: listText(known.missing) })}
          </p>
        )}
        <AddressField
          projectId={projectId}
          label={m.email_new_to()}
          value={draft.to}
          onWrite={(value) => write({ to: value })}
          error={toError ?? undefined}
          hint={unverified ? m.email_new_unproved() : undefined}
        />
        <Field
          label={m.email_new_subject()}
          error={refusedIn("subject", draft.subject)}
          hint={unverified ? m.email_new_unproved_subject({ project: project.name }) : undefined}
        >
          <TextInput value={draft.subject} onChange={(event) => write({ subject: event.target.value })} limit={200} dir="auto" />
        </Field>
        <Field label={m.email_new_text()} error={refusedIn("content", draft.content)} hint={m.email_new_markdown()}>
          <TextArea
            value={draft.content}
            onChange={(event) => write({ content: event.target.value.replaceAll("\0", "") })}
            limit={MAX_CONTENT}
            className="min-h-36"
            dir="auto"
          />
        </Field>
        {attachments.length > 0 && (
          <ul aria-label={m.email_new_files()} className="flex flex-wrap gap-2">
            {attachments.map((file) => (
              <li key={file.id} className="flex max-w-full items-center gap-1 rounded-md border border-line-strong ps-2 text-xs">
                <span dir="auto" className="truncate">
                  {file.name}
                </span>
                <IconButton
                  label={m.email_new_file_remove({ name: file.name })}
                  icon={X}
                  onClick={() => write({ attachments: attachments.filter((other) => other.id !== file.id) })}
                />
              </li>
            ))}
          </ul>
        )}
        <p role="status" className={files.busy ? "text-xs text-muted" : "sr-only"}>
          {files.busy && m.email_new_file_storing()}
        </p>
        <p role="alert" className={(problem ?? refusalOf(send.error)) ? "text-sm text-bad-text wrap-anywhere" : "hidden"}>
          {problem ?? refusalOf(send.error)}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            tabIndex={-1}
            onChange={(event) => {
              files.add(event.target.files ?? []);
              event.target.value = "";
            }}
          />
          <IconButton label={m.email_new_attach()} icon={FilePlus} onClick={() => picker.current?.click()} />
          <span className="flex-1 text-xs text-muted">{m.email_new_kept()}</span>
          <span className="text-2xs text-faint max-sm:hidden pointer-coarse:hidden" aria-hidden>
            {m.email_send_hint({ keys: prettyKeys("$mod+Enter") })}
          </span>
          <Button type="submit" variant="primary" icon={Send} busy={send.isPending}>
            {m.email_new_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
