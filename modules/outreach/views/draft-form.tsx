// Writes the mails of a sequence: one to four, each from a template or by hand.
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { Lead } from "#modules/leads/contract";
import { Plus, X } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import {
  filled,
  LEAST_WAIT,
  MAX_MAILS,
  MAX_SUBJECT,
  MAX_TEXT,
  missingIn,
  MOST_WAIT,
  type Sequence,
  type Template,
  USUAL_WAIT,
} from "../contract.ts";
import { Findings } from "./findings.tsx";

export interface DraftMail {
  readonly waitDays: number;
  readonly subject: string;
  readonly text: string;
}
const empty = (i: number): DraftMail => ({ waitDays: i === 0 ? 0 : USUAL_WAIT, subject: "", text: "" });

interface Props {
  readonly projectId: string;
  readonly lead: Pick<Lead, "id" | "name" | "company" | "role" | "domain">;
  readonly templates: readonly Template[];
  /** What is being changed; null for a new sequence. */
  readonly sequence: Sequence | null;
  /** Puts the focus on the first subject, once. */
  readonly focused: boolean;
  /** What stands above the mails. */
  readonly above: ReactNode;
  onSave(mails: readonly DraftMail[]): Promise<void>;
  onCancel(): void;
}
export function DraftForm({ projectId, lead, templates, sequence, focused, above, onSave, onCancel }: Props) {
  const [mails, setMails] = useState<readonly DraftMail[]>(
    () => sequence?.mails.map(({ waitDays, subject, text }) => ({ waitDays, subject, text })) ?? [empty(0)],
  );
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  // Those that were sent stay as they are.
  const sent = sequence?.mails.filter(({ delivery }) => delivery !== null).length ?? 0;
  const set = (at: number, change: Partial<DraftMail>): void =>
    setMails(mails.map((mail, i) => (i === at ? { ...mail, ...change } : mail)));
  const use = (at: number, id: string): void => {
    const template = templates.find((one) => one.id === id);
    if (template) set(at, { subject: filled(template.subject, lead), text: filled(template.text, lead) });
  };
  /** The text field that had the focus last. */
  const last = useRef<{ readonly at: number; readonly field: HTMLTextAreaElement }>(undefined);
  const form = useRef<HTMLFormElement>(null);
  function insert(words: string): void {
    const field = last.current?.field.isConnected
      ? last.current.field
      : form.current?.querySelector<HTMLTextAreaElement>("textarea[data-mail]");
    if (!field) return;
    const at = last.current?.field === field ? last.current.at : sent;
    const held = mails[at]?.text ?? "";
    // Where nobody has been yet, at the end.
    const [from, to] = last.current?.field === field ? [field.selectionStart, field.selectionEnd] : [held.length, held.length];
    const [before, after] = [held.slice(0, from), held.slice(to)];
    const put = `${before === "" || /\s$/.test(before) ? "" : " "}${words}${after === "" || /^[\s.,;:!?]/.test(after) ? "" : " "}`;
    set(at, { text: `${before}${put}${after}` });
    const cursor = from + put.length;
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(cursor, cursor);
    });
  }
  const missing = missingIn(...mails.flatMap(({ subject, text }) => [subject, text]));
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      await onSave(mails);
    } catch (cause) {
      setProblem(messageOf(cause));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4">
      {above}
      {mails.map((mail, i) =>
        i < sent ? null : (
          // The place is what names a mail.
          <fieldset key={i} className="grid grid-cols-1 gap-3 rounded-md border border-line p-3">
            <legend className="px-1 font-medium">{m.outreach_mail_n({ n: i + 1 })}</legend>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {templates.length > 0 && (
                <Field label={m.outreach_template()}>
                  <Select
                    value=""
                    onChange={(id) => use(i, id)}
                    options={[
                      { value: "", label: m.outreach_choose_template() },
                      ...templates.map(({ id, name }) => ({ value: id, label: plain(name) })),
                    ]}
                  />
                </Field>
              )}
              {i > 0 && (
                <Field label={m.outreach_wait_days()}>
                  <TextInput
                    type="number"
                    min={LEAST_WAIT}
                    max={MOST_WAIT}
                    value={mail.waitDays}
                    onChange={(event) => set(i, { waitDays: Number(event.target.value) })}
                  />
                </Field>
              )}
            </div>
            <Field label={m.outreach_subject()}>
              <TextInput
                dir="auto"
                required
                autoFocus={focused && i === sent}
                limit={MAX_SUBJECT}
                value={mail.subject}
                onChange={(event) => set(i, { subject: event.target.value })}
              />
            </Field>
            <Field label={m.outreach_text()}>
              <TextArea
                dir="auto"
                required
                data-mail
                rows={8}
                limit={MAX_TEXT}
                value={mail.text}
                onFocus={({ currentTarget }) => (last.current = { at: i, field: currentTarget })}
                onChange={(event) => set(i, { text: event.target.value })}
              />
            </Field>
            {i === mails.length - 1 && i > 0 && i >= sent && (
              <div>
                <IconButton label={m.outreach_remove_mail({ n: i + 1 })} icon={X} onClick={() => setMails(mails.slice(0, -1))} />
              </div>
            )}
          </fieldset>
        ),
      )}
      <Findings projectId={projectId} leadId={lead.id} onInsert={insert} />
      {missing.length > 0 && (
        <p role="status" className="text-warn-text">
          {m.outreach_still_missing({ names: missing.join(", ") })}
        </p>
      )}
      {problem !== "" && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {mails.length < MAX_MAILS && (
          <Button icon={Plus} className="me-auto" onClick={() => setMails([...mails, empty(mails.length)])}>
            {m.outreach_add_mail()}
          </Button>
        )}
        <Button onClick={onCancel}>{m.dashboard_cancel()}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {m.outreach_save_draft()}
        </Button>
      </div>
    </form>
  );
}
