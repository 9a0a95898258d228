// Page of one contact, with slots for other modules (conversations, mail, erasure).
import { call, queryClient } from "#dashboard/api.ts";
import { contactAction, contactDeleteNote, contactPanel, Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState, messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { Tooltip } from "#dashboard/ui/tooltip.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Ban, Info } from "lucide-react";
import { Suspense, useState } from "react";
import { type Contact, contactPath, contactsPath, hideContact, restoreContact } from "../contract.ts";
import { ContactEmail, ContactFacts } from "./contact-facts.tsx";
import { ContactForm } from "./contact-form.tsx";
import { contactName } from "./contact-name.ts";
import { withoutErasedData, isErased } from "./erased-contacts.ts";
import { StateChip } from "./state-chip.tsx";
import { contactQuery, contactsKey } from "./queries.ts";

export default function ContactScreen() {
  const { project } = useProject();
  const { contactId = "" } = useParams({ strict: false }) as { contactId?: string };
  const { data: contact, error, refetch } = useQuery(contactQuery(project.id, contactId));
  if (!contact)
    return (
      <Page title={m.contacts_one()} lead={<Back projectId={project.id} />} width="wide">
        {error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />}
      </Page>
    );
  // The id of a merged contact leads to the one that stays.
  if (contact.id !== contactId) return <Navigate to={contactPath(project.id, contact.id)} replace />;
  return <ContactPage key={contact.id} projectId={project.id} contact={contact} />;
}

function ContactPage({ projectId, contact }: { projectId: string; contact: Contact }) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const name = contactName(contact);
  const put = (fresh: Contact): void => {
    queryClient.setQueryData(contactQuery(projectId, contact.id).queryKey, withoutErasedData(fresh));
    void queryClient.invalidateQueries({ queryKey: [...contactsKey(projectId), "list"] });
  };
  const params = { projectId, contactId: contact.id };
  async function restore(): Promise<void> {
    try {
      put((await call(restoreContact, { params, body: {} })).contact);
      toast({ title: m.contacts_restored({ name }), tone: "ok" });
    } catch (cause) {
      toast({ title: m.contacts_restore_failed(), body: messageOf(cause), tone: "bad" });
    }
  }
  async function hide(): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      put((await call(hideContact, { params })).contact);
      setAsking(false);
      toast({ title: m.contacts_deleted({ name }), tone: "ok", undo: () => void restore() });
    } catch (cause) {
      setRefusal(messageOf(cause));
    } finally {
      setBusy(false);
    }
  }
  const gone = isErased(contact);
  return (
    <Page
      title={name}
      lead={<Back projectId={projectId} />}
      width="wide"
      actions={
        <>
          <Suspense>
            <Slot of={contactAction} projectId={projectId} contact={contact} />
          </Suspense>
          {contact.state === "active" && (
            <Tooltip label={m.contacts_delete_hint()}>
              <Button icon={Ban} onClick={() => setAsking(true)}>
                {m.contacts_delete()}
              </Button>
            </Tooltip>
          )}
        </>
      }
    >
      <StateBanner contact={contact} onRestore={() => void restore()} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid content-start gap-6">
          <div className="flex items-center gap-3">
            <Avatar id={contact.id} name={name} size={40} />
            {gone ? <StateChip state={contact.state} /> : <ContactEmail contact={contact} />}
          </div>
          {!gone && <ContactForm projectId={projectId} contact={contact} onSaved={put} />}
          <Suspense>
            <Slot of={contactPanel} projectId={projectId} contact={contact} />
          </Suspense>
        </div>
        <div className="grid content-start gap-4">
          <ContactFacts contact={contact} />
        </div>
      </div>
      <ConfirmDialog
        open={asking && contact.state === "active"}
        onClose={() => setAsking(false)}
        title={m.contacts_delete_title({ name })}
        body={m.contacts_delete_body()}
        action={m.contacts_delete_confirm()}
        busy={busy}
        error={refusal}
        onConfirm={() => void hide()}
      >
        <ul className="grid list-disc gap-0.5 ps-5 text-muted">
          <li>{m.contacts_delete_blocks()}</li>
          <li>{m.contacts_delete_keeps()}</li>
          <li>{m.contacts_delete_returns()}</li>
        </ul>
        <Suspense>
          <Slot of={contactDeleteNote} projectId={projectId} contact={contact} onLeave={() => setAsking(false)} />
        </Suspense>
      </ConfirmDialog>
    </Page>
  );
}

function StateBanner({ contact, onRestore }: { contact: Contact; onRestore(): void }) {
  if (contact.state === "active") return null;
  const text =
    contact.state === "hidden"
      ? m.contacts_banner_hidden()
      : contact.state === "erasing"
        ? m.contacts_banner_erasing()
        : m.contacts_banner_erased();
  return (
    <div
      role="status"
      className={`mb-5 flex flex-wrap items-center gap-3 rounded-md px-3 py-2.5 text-sm ${contact.state === "erased" ? "bg-subtle text-muted" : "bg-warn-soft text-warn-text"}`}
    >
      <Info className="size-4 shrink-0" aria-hidden />
      <p className="min-w-48 flex-1">{text}</p>
      {contact.state === "hidden" && <Button onClick={onRestore}>{m.contacts_restore()}</Button>}
    </div>
  );
}

function PageSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-4">
        <Bar className="h-10 w-60" />
        <Bar className="h-8 w-full max-w-120" />
        <Bar className="h-8 w-full max-w-120" />
      </div>
    </Skeleton>
  );
}

const Back = ({ projectId }: { projectId: string }) => (
  <Link to={contactsPath(projectId)} className="inline-flex items-center gap-1 text-accent-text underline-offset-2 hover:underline">
    <ArrowLeft className="size-3.5 rtl:rotate-180" aria-hidden />
    {m.contacts_title()}
  </Link>
);
