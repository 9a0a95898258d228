// The form for who a project's outreach comes from.
import { issueOf, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { MAX_POSTAL, type OutreachIdentity, readOutreachIdentity, saveOutreachIdentity, suppressionsPath } from "../contract.ts";

const EMPTY: OutreachIdentity = { legalName: "", postalAddress: "", senderName: "", replyAddress: "" };

/** For owners and admins; operators see why they cannot use it. */
export default function IdentityPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.suppression_identity_title()} lead={m.suppression_identity_lead()} width="form">
      {mayI("admin") ? <Identity key={projectId} projectId={projectId} /> : <Forbidden message={m.suppression_identity_forbidden()} />}
    </Page>
  );
}

function Identity({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readOutreachIdentity, { params: { projectId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full" />;
  return (
    <>
      <Section title={m.suppression_identity_form()} lead={m.suppression_identity_form_lead()}>
        {data.missing.length > 0 && (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            {data.missing.includes("identity") ? m.suppression_identity_missing() : m.suppression_identity_unverified()}
          </p>
        )}
        <Form projectId={projectId} stored={data.identity ?? EMPTY} />
      </Section>
      <p>
        <Link to={suppressionsPath(projectId)} className="text-accent-text hover:underline">
          {m.suppression_title()}
        </Link>
      </p>
    </>
  );
}

function Form({ projectId, stored }: { projectId: string; stored: OutreachIdentity }) {
  const [form, setForm] = useState(stored);
  const save = useRouteMutation(saveOutreachIdentity, {
    suppressToast: true,
    done: (saved) => {
      const params = { projectId } as never;
      queryClient.setQueryData(reading(readOutreachIdentity, { params }).queryKey, saved);
      setForm(saved.identity ?? EMPTY);
      toast({ tone: "ok", title: m.suppression_identity_saved() });
    },
  });
  const set = (part: Partial<OutreachIdentity>): void => setForm({ ...form, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params: { projectId } as never, body: form });
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Field label={m.suppression_legal_name()} hint={m.suppression_legal_name_hint()} error={issueOf(save.error, "legalName")}>
        <TextInput
          dir="auto"
          limit={120}
          autoComplete="organization"
          value={form.legalName}
          onChange={(event) => set({ legalName: event.target.value })}
        />
      </Field>
      <Field label={m.suppression_postal()} hint={m.suppression_postal_hint()} error={issueOf(save.error, "postalAddress")}>
        <TextArea
          dir="auto"
          rows={4}
          limit={MAX_POSTAL}
          autoComplete="street-address"
          value={form.postalAddress}
          onChange={(event) => set({ postalAddress: event.target.value })}
        />
      </Field>
      <Field label={m.suppression_sender_name()} hint={m.suppression_sender_name_hint()} error={issueOf(save.error, "senderName")}>
        <TextInput
          dir="auto"
          limit={80}
          autoComplete="off"
          value={form.senderName}
          onChange={(event) => set({ senderName: event.target.value })}
        />
      </Field>
      <Field label={m.suppression_reply()} hint={m.suppression_reply_hint()} error={issueOf(save.error, "replyAddress")}>
        <TextInput
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={form.replyAddress}
          onChange={(event) => set({ replyAddress: event.target.value })}
        />
      </Field>
      <FormFooter
        problem={refusalOf(save.error)}
        changed={JSON.stringify(form) !== JSON.stringify(stored)}
        busy={save.isPending}
        onDiscard={() => {
          setForm(stored);
          save.reset();
        }}
      />
    </form>
  );
}
