// Asks a model for a draft: what it writes about, in which tone, how many mails, and what that costs at most.
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type AnswerOf, CallError } from "#kernel/wire/route.ts";
import { formatUsd } from "#modules/ai/views";
import { Sparkles } from "lucide-react";
import { useId, useState } from "react";
import {
  draftOutreachByModel,
  MAX_ABOUT,
  MAX_MAILS,
  type readLeadOutreach,
  type Sequence,
  type Template,
  TONES,
  type Tone,
} from "../contract.ts";

const TONE_WORDS: Readonly<Record<Tone, () => string>> = {
  plain: m.outreach_tone_plain,
  warm: m.outreach_tone_warm,
  formal: m.outreach_tone_formal,
};
interface Props {
  readonly projectId: string;
  readonly leadId: string;
  /** Whose mails are replaced; null for a new one. */
  readonly sequence: Sequence | null;
  readonly templates: readonly Template[];
  readonly drafting: AnswerOf<typeof readLeadOutreach>["drafting"];
  onDrafted(sequence: Sequence): Promise<void>;
}
export function ModelDraft({ projectId, leadId, sequence, templates, drafting, onDrafted }: Props) {
  const { obstacle, model, mostUsd } = drafting;
  const [wanted, setWanted] = useState({ templateId: "", about: "", tone: "plain" as Tone, mails: 1 });
  // A request whose answer got lost is repeated under the same name, so that the model is never asked twice for it.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const why = useId();
  const set = (change: Partial<typeof wanted>): void => setWanted({ ...wanted, ...change });
  async function ask(): Promise<void> {
    setBusy(true);
    setProblem("");
    try {
      const { templateId, ...rest } = wanted;
      const drafted = await call(draftOutreachByModel, {
        params: { projectId, leadId } as never,
        body: { clientId, revision: sequence?.revision ?? null, templateId: (templateId === "" ? null : templateId) as never, ...rest },
      });
      await onDrafted(drafted.sequence);
    } catch (cause) {
      setProblem(messageOf(cause));
      setBusy(false);
      if (cause instanceof CallError && cause.status > 0) setClientId(crypto.randomUUID());
    }
  }
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-md bg-subtle p-3">
      <legend className="sr-only">{m.outreach_model_title()}</legend>
      <p aria-hidden className="font-medium">
        {m.outreach_model_title()}
      </p>
      {obstacle === null && (
        <>
          <p className="text-xs text-muted">{m.outreach_model_lead()}</p>
          <Field label={m.outreach_model_about()} hint={m.outreach_model_about_hint()}>
            <TextArea dir="auto" rows={2} limit={MAX_ABOUT} value={wanted.about} onChange={(event) => set({ about: event.target.value })} />
          </Field>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
            {templates.length > 0 && (
              <Field label={m.outreach_model_template()}>
                <Select
                  value={wanted.templateId}
                  onChange={(templateId) => set({ templateId })}
                  options={[
                    { value: "", label: m.outreach_model_no_template() },
                    ...templates.map(({ id, name }) => ({ value: id, label: plain(name) })),
                  ]}
                />
              </Field>
            )}
            <Field label={m.outreach_tone()}>
              <Select
                value={wanted.tone}
                onChange={(tone) => set({ tone: tone as Tone })}
                options={TONES.map((value) => ({ value, label: TONE_WORDS[value]() }))}
              />
            </Field>
            <Field label={m.outreach_model_mails()}>
              <Select
                value={String(wanted.mails)}
                onChange={(mails) => set({ mails: Number(mails) })}
                options={Array.from({ length: MAX_MAILS }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }))}
              />
            </Field>
          </div>
        </>
      )}
      {problem !== "" && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={Sparkles} busy={busy} disabled={obstacle !== null} aria-describedby={why} onClick={() => void ask()}>
          {m.outreach_model_draft()}
        </Button>
        <span id={why} role="status" className="min-w-0 flex-1 basis-48 text-xs text-muted wrap-anywhere">
          {obstacle ?? (busy ? m.outreach_model_busy() : m.outreach_model_price({ model: model ?? "", price: formatUsd(mostUsd ?? 0) }))}
        </span>
      </div>
    </fieldset>
  );
}
