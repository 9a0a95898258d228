// The form for sender, sender name and reply address.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useRef, useState } from "react";
import type { EmailSettings } from "#modules/email/contract";
import { type EmailOverview, MAX_REPLY_LOCAL, saveEmailSettings } from "../../contract.ts";
import { VerificationChip, VerificationLine } from "./verification-line.tsx";
import { previewOf, replyProblem } from "./sender-preview.ts";

interface SenderProps {
  readonly projectId: string;
  readonly overview: EmailOverview;
  onSaved(overview: EmailOverview): void;
}
const asForm = ({ sender, senderName, replyAddress, signature }: EmailSettings) => ({
  sender: sender ?? "",
  senderName: senderName ?? "",
  replyAddress: replyAddress ?? "",
  signature,
});
const orNull = (text: string): string | null => text.trim() || null;

export function SenderSection({ projectId, overview, onSaved }: SenderProps) {
  const { settings, sending, addresses, proofs } = overview;
  const base = (settings.sender ?? "").replace(/\+[^@]*/, "");
  const proof = proofs.find(({ address }) => address === base);
  const top = useRef<HTMLDivElement>(null);
  const project = useProject();
  const me = useMe();
  const stored = asForm(settings);
  const [form, setForm] = useState(stored);
  const save = useRouteMutation(saveEmailSettings, {
    suppressToast: true,
    done: (next) => {
      onSaved(next);
      setForm(asForm(next.settings));
      toast({ tone: "ok", title: m.email_saved() });
    },
  });
  const set = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const changed = JSON.stringify(form) !== JSON.stringify(stored);
  const wrong = replyProblem(form.replyAddress, MAX_REPLY_LOCAL);
  const reply = form.replyAddress.trim().toLowerCase();
  const unlisted = /.@./.test(reply) && !wrong && !addresses.some(({ address }) => address === reply);
  const { from, replyTo } = previewOf(form, sending.from, project.name, me.name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { sender, senderName, replyAddress, signature } = form;
    save.mutate({
      params: { projectId },
      body: { sender: orNull(sender), senderName: orNull(senderName), replyAddress: orNull(replyAddress), signature },
    });
  };
  return (
    <div ref={top} tabIndex={-1} role="group" aria-label={m.email_sender()} className="outline-none">
      <Section title={m.email_sender()} lead={m.email_sender_lead()}>
        {proof && proof.state !== "active" && (
          <div className="grid gap-2 border-b border-line pb-4">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-0 font-medium wrap-anywhere">{base}</span>
              <VerificationChip proof={proof} />
            </p>
            <p>{sending.from === null ? m.email_sender_waits_none() : m.email_sender_waits({ from: sending.from })}</p>
            {!addresses.some(({ address }) => address === base) && (
              <VerificationLine
                projectId={projectId}
                proof={proof}
                onProofs={(next) => onSaved({ ...overview, proofs: next })}
                onVerified={() => void requestAnimationFrame(() => top.current?.focus())}
              />
            )}
          </div>
        )}
        <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
          <Field
            label={m.email_sender_address()}
            hint={sending.from === null ? m.email_sender_address_none() : m.email_sender_address_hint({ from: sending.from })}
            error={issueOf(save.error, "sender")}
          >
            <TextInput
              type="email"
              value={form.sender}
              onChange={(event) => set({ sender: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <Field
            label={m.email_sender_name()}
            hint={m.email_sender_name_hint({ project: project.name })}
            error={issueOf(save.error, "senderName")}
          >
            <TextInput dir="auto" limit={80} value={form.senderName} onChange={(event) => set({ senderName: event.target.value })} />
          </Field>
          <Field
            label={m.email_reply()}
            hint={m.email_reply_hint({ max: MAX_REPLY_LOCAL })}
            error={wrong ?? issueOf(save.error, "replyAddress")}
          >
            <TextInput
              type="email"
              value={form.replyAddress}
              onChange={(event) => set({ replyAddress: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          {unlisted && (
            <p role="status" className="-mt-2 text-xs text-muted">
              {m.email_reply_unlisted()}
            </p>
          )}
          <Field label={m.email_signature()} hint={m.email_signature_hint()} error={issueOf(save.error, "signature")}>
            <TextArea dir="auto" limit={1000} value={form.signature} onChange={(event) => set({ signature: event.target.value })} />
          </Field>
          <div className="grid gap-1 rounded-md border border-line p-3">
            <h3 className="text-xs font-medium text-muted">{m.email_preview()}</h3>
            <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">
              <dt className="text-muted">{m.email_preview_from()}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {from ?? m.email_preview_no_from()}
              </dd>
              <dt className="text-muted">{m.email_preview_reply()}</dt>
              <dd className="wrap-anywhere">{replyTo ?? m.email_preview_no_reply()}</dd>
            </dl>
          </div>
          <FormFooter
            problem={refusalOf(save.error)}
            changed={changed}
            busy={save.isPending}
            onDiscard={() => {
              setForm(stored);
              save.reset();
            }}
          />
        </form>
      </Section>
    </div>
  );
}
