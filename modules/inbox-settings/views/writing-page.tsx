// Settings page of how a member writes: the text field, the key that sends, what follows, the signature.
import { type FormEvent, useState } from "react";
import { issueOf, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { PLAIN_FIELD } from "#modules/formatting/views";
import {
  MAX_SIGNATURE,
  readWritingSettings,
  saveWritingSettings,
  UNDO_SECONDS,
  type WritingSettings,
} from "#modules/conversations/contract";

export default function WritingPage() {
  const { id: projectId, name } = useProject();
  const { data, error, refetch } = useRouteQuery(readWritingSettings, { params: { projectId } as never });
  return (
    <Page title={m.conversations_writing_title()} lead={m.conversations_writing_lead({ project: name })}>
      {data ? (
        <Form key={projectId} projectId={projectId} stored={data} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

function Form({ projectId, stored }: { projectId: string; stored: WritingSettings }) {
  const me = useMe().id;
  const [form, setForm] = useState(stored);
  const [isPlain, setPlain] = useState(() => readBrowserStorage(me, PLAIN_FIELD) === true);
  const params = { projectId } as never;
  const save = useRouteMutation(saveWritingSettings, {
    suppressToast: true,
    done: (saved) => {
      queryClient.setQueryData(reading(readWritingSettings, { params }).queryKey, saved);
      toast({ tone: "ok", title: m.conversations_writing_saved() });
    },
  });
  const set = (part: Partial<WritingSettings>): void => setForm({ ...form, ...part });
  function submit(event: FormEvent): void {
    event.preventDefault();
    writeBrowserStorage(me, PLAIN_FIELD, isPlain);
    save.mutate({ params, body: form });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Section title={m.conversations_writing_keys()}>
        <Field label={m.conversations_writing_send_key()} hint={m.conversations_writing_send_key_hint()}>
          <Select
            value={form.sendKey}
            options={[
              { value: "mod_enter", label: m.conversations_writing_mod_enter() },
              { value: "enter", label: m.conversations_writing_enter() },
            ]}
            onChange={(sendKey) => set({ sendKey: sendKey as WritingSettings["sendKey"] })}
          />
        </Field>
        <Field label={m.conversations_writing_after()}>
          <Select
            value={form.afterHandling}
            options={[
              { value: "stay", label: m.conversations_writing_stay() },
              { value: "next", label: m.conversations_writing_next() },
            ]}
            onChange={(afterHandling) => set({ afterHandling: afterHandling as WritingSettings["afterHandling"] })}
          />
        </Field>
        <Field label={m.conversations_writing_undo()} hint={m.conversations_writing_undo_hint()}>
          <Select
            value={String(form.undoSeconds)}
            options={UNDO_SECONDS.map((seconds) => ({
              value: String(seconds),
              label: seconds === 0 ? m.conversations_writing_undo_off() : m.conversations_writing_undo_seconds({ seconds }),
            }))}
            onChange={(seconds) => set({ undoSeconds: Number(seconds) as WritingSettings["undoSeconds"] })}
          />
        </Field>
      </Section>
      <Section title={m.conversations_writing_field()}>
        <Field label={m.conversations_writing_field_shows()} hint={m.conversations_writing_field_hint()}>
          <Select
            value={isPlain ? "plain" : "formatted"}
            options={[
              { value: "formatted", label: m.conversations_writing_formatted() },
              { value: "plain", label: m.conversations_writing_plain() },
            ]}
            onChange={(shows) => setPlain(shows === "plain")}
          />
        </Field>
      </Section>
      <Section title={m.conversations_writing_signature()} lead={m.conversations_writing_signature_lead()}>
        <Field
          label={m.conversations_writing_signature()}
          hideLabel
          hint={m.conversations_writing_signature_hint()}
          error={issueOf(save.error, "signature")}
        >
          <TextArea dir="auto" value={form.signature} limit={MAX_SIGNATURE} onChange={(event) => set({ signature: event.target.value })} />
        </Field>
      </Section>
      {refusalOf(save.error) && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {refusalOf(save.error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {m.conversations_writing_save()}
        </Button>
      </div>
    </form>
  );
}
