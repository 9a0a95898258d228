// Adds a lead by hand.
import { call } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { createLead, leadPath } from "../contract.ts";
import { EMPTY, FIELDS, type Texts, textsOrNothing } from "./fields.ts";
import { problemsOf } from "./problems.ts";
import { leadName, rereadLeads } from "./queries.ts";

export function AddDialog({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const navigate = useNavigate();
  const [texts, setTexts] = useState<Texts>(EMPTY);
  const [clientId] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblems({});
    try {
      const { lead } = await call(createLead, { params: { projectId } as never, body: { clientId, ...textsOrNothing(texts) } });
      void rereadLeads(projectId);
      toast({ tone: "ok", title: m.leads_added({ name: leadName(lead) }) });
      onClose();
      void navigate({ to: leadPath(projectId, lead.id) });
    } catch (cause) {
      setProblems(problemsOf(cause, "email"));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.leads_add()} body={m.leads_add_body()}>
      <form onSubmit={(event) => void add(event)} className="grid gap-4">
        {FIELDS.map(({ name, label, hint, type, limit }) => (
          <Field key={name} label={label()} {...(hint ? { hint: hint() } : {})} error={problems[name]}>
            <TextInput
              {...(type ? { type } : {})}
              dir="auto"
              autoComplete="off"
              limit={limit}
              value={texts[name]}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              {...(name === "name" ? { "data-first-focus": true } : {})}
            />
          </Field>
        ))}
        <DialogFooter problem={problems[""]} busy={busy} label={m.leads_add()} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
