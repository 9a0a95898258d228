// Adds a company by hand.
import { call } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type Company, createCompany } from "../contract.ts";
import { bodyOf, EMPTY, Fields, type Texts } from "./fields.tsx";
import { problemsOf } from "./problems.ts";
import { rereadCompanies } from "./queries.ts";

interface DialogProps {
  readonly projectId: string;
  /** What is known of it already. */
  readonly known?: Partial<Texts>;
  onClose(): void;
  onAdded(company: Company): void;
}
export function AddDialog({ projectId, known, onClose, onAdded }: DialogProps) {
  const [texts, setTexts] = useState<Texts>({ ...EMPTY, ...known });
  const [clientId] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblems({});
    try {
      const { company } = await call(createCompany, { params: { projectId } as never, body: { clientId, ...bodyOf(texts) } });
      void rereadCompanies(projectId);
      toast({ tone: "ok", title: m.companies_added({ name: plain(company.name) }) });
      onClose();
      onAdded(company);
    } catch (cause) {
      setProblems(problemsOf(cause));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.companies_add()} body={m.companies_add_body()}>
      <form onSubmit={(event) => void add(event)} className="grid grid-cols-1 gap-4">
        <Fields texts={texts} problems={problems} short onChange={setTexts} />
        <DialogFooter problem={problems[""]} busy={busy} label={m.companies_add()} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
