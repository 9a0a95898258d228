// Fields for To, Cc, Bcc and the subject of the reply in the composer.
import type { MailChoice } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { useEffect, useEffectEvent, useState } from "react";
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { readMails } from "../../contract.ts";
import { AddressField } from "./address-field.tsx";
import { blankDraft, saveDraft, type SavedDraft, readSavedDraft } from "./saved-drafts.ts";

interface RecipientsProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly mails: AnswerOf<typeof readMails>;
  readonly choice: MailChoice | undefined;
  onChoice(choice: MailChoice | undefined): void;
  onClose(): void;
}
const COMPLETE_ADDRESS = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]{2,}$/;
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];
const problemOf = (text: string): string | undefined => {
  const wrong = addressesIn(text).find((one) => !COMPLETE_ADDRESS.test(one));
  return wrong === undefined ? undefined : m.email_copies_wrong({ text: wrong });
};

export function Recipients({ projectId, conversationId, mails, choice, onChoice, onClose }: RecipientsProps) {
  const me = useMe().id;
  const { project } = useProject();
  const key = `answer ${conversationId}`;
  const own = mails.answersTo ?? "";
  const [form, setForm] = useState<SavedDraft>(
    () => fromChoice(choice, key, own) ?? readSavedDraft(me, key) ?? { ...blankDraft(key), to: own },
  );
  const { to, cc, bcc, subject } = form;
  const reportChoice = useEffectEvent(() => onChoice(choiceOf(form, own)));
  useEffect(() => reportChoice(), [to, cc, bcc, subject]);
  const write = (change: Partial<SavedDraft>): void => {
    const next = { ...form, ...change };
    setForm(next);
    saveDraft(me, next);
  };
  const close = (): void => {
    onChoice(undefined);
    onClose();
  };
  const missing = mails.others.filter((one) => !addressesIn(`${to} ${cc} ${bcc}`).includes(one));
  return (
    <fieldset
      className="mx-auto mb-2 grid w-full max-w-[720px] gap-2 rounded-lg border border-line-strong bg-surface p-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Otherwise Escape would also leave the conversation.
        event.stopPropagation();
        (event.target as HTMLElement).blur();
      }}
    >
      <legend className="sr-only">{m.email_copies_title()}</legend>
      <div className="grid grid-cols-2 gap-2 *:min-w-0">
        <AddressField
          projectId={projectId}
          label={m.email_new_to()}
          value={to}
          onWrite={(value) => write({ to: value })}
          error={problemOf(to)}
        />
        <Field label={m.email_new_subject()}>
          <TextInput
            value={subject}
            placeholder={mails.subject}
            onChange={(event) => write({ subject: event.target.value })}
            limit={200}
            dir="auto"
          />
        </Field>
        <Field label={m.email_copies_cc()} error={problemOf(cc)}>
          <TextInput
            value={cc}
            onChange={(event) => write({ cc: event.target.value })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <Field label={m.email_copies_bcc()} error={problemOf(bcc)}>
          <TextInput
            value={bcc}
            onChange={(event) => write({ bcc: event.target.value })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
      </div>
      <p className="text-xs text-muted">
        {m.email_copies_rule({ project: project.name })}{" "}
        {mails.signature !== "" && m.email_copies_signature({ signature: mails.signature.split("\n")[0] ?? "" })}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {missing.length > 0 && (
          <Button size="sm" onClick={() => write({ cc: [...addressesIn(cc), ...missing].join(", ") })}>
            {m.email_copies_all({ count: missing.length })}
          </Button>
        )}
        <Button size="sm" onClick={close}>
          {m.email_copies_none()}
        </Button>
      </div>
    </fieldset>
  );
}

function choiceOf({ to, cc, bcc, subject }: SavedDraft, own: string): MailChoice | undefined {
  const [first] = addressesIn(to);
  const elsewhere = first !== undefined && first !== own.toLowerCase();
  const title = subject.trim();
  const [copies, hidden] = [addressesIn(cc), addressesIn(bcc)];
  if (!elsewhere && copies.length === 0 && hidden.length === 0 && title === "") return undefined;
  const problem = problemOf(`${to},${cc},${bcc}`);
  return {
    ...(elsewhere ? { to: first } : {}),
    cc: copies,
    bcc: hidden,
    ...(title === "" ? {} : { subject: title }),
    ...(problem === undefined ? {} : { problem }),
  };
}
const fromChoice = (choice: MailChoice | undefined, key: string, own: string): SavedDraft | undefined =>
  choice && {
    ...blankDraft(key),
    to: choice.to ?? own,
    cc: choice.cc.join(", "),
    bcc: choice.bcc.join(", "),
    subject: choice.subject ?? "",
  };
