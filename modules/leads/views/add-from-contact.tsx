// On a contact's page: makes a lead of the contact, or opens the one that it is.
import { call } from "#dashboard/api.ts";
import type { contactAction, PropsOf } from "#dashboard/screen.ts";
import { toastProblem } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import { useNavigate } from "@tanstack/react-router";
import { Target } from "lucide-react";
import { useState } from "react";
import { createLead, leadPath } from "../contract.ts";
import { rereadLeads } from "./queries.ts";

export default function AddFromContact({ projectId, contact }: PropsOf<typeof contactAction>) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  // Who left neither a name nor an address is nobody that could be written to.
  if (isErased(contact) || (contact.name === null && contact.email === null)) return null;
  async function add(): Promise<void> {
    setBusy(true);
    try {
      const body = { clientId: crypto.randomUUID(), contactId: contact.id };
      const { lead } = await call(createLead, { params: { projectId } as never, body: body as never });
      void rereadLeads(projectId);
      void navigate({ to: leadPath(projectId, lead.id) });
    } catch (cause) {
      const taken = cause instanceof CallError ? (cause.problem as { leadId?: unknown }).leadId : undefined;
      if (typeof taken === "string") void navigate({ to: leadPath(projectId, taken) });
      else toastProblem(cause);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={Target} busy={busy} onClick={() => void add()}>
      {m.leads_from_contact()}
    </Button>
  );
}
