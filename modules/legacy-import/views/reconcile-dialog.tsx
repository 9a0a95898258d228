// Dialog in which an owner says what became of held work.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type Hold, type HoldOutcome, listHolds, reconcileHold } from "../contract.ts";
import { outcomeText } from "./texts.ts";

const OUTCOMES: readonly HoldOutcome[] = ["happened", "not_happened", "set_aside"];

interface ReconcileProps {
  readonly projectId: string;
  readonly hold: Hold;
  onClose(): void;
}
export function ReconcileDialog({ projectId, hold, onClose }: ReconcileProps) {
  const [outcome, setOutcome] = useState<HoldOutcome>("happened");
  const reconcile = useRouteMutation(reconcileHold, {
    suppressToast: true,
    invalidates: [listHolds],
    done: () => {
      toast({ tone: "ok", title: m.legacy_import_reconciled() });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    reconcile.mutate({ params: { projectId, holdId: hold.id }, body: { outcome } });
  };
  const refused = refusalOf(reconcile.error);
  return (
    <Dialog open onClose={onClose} title={m.legacy_import_dialog_title()} body={m.legacy_import_dialog_body()}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={m.legacy_import_outcome()}>
          <Select
            value={outcome}
            onChange={(value) => setOutcome(value as HoldOutcome)}
            options={OUTCOMES.map((value) => ({ value, label: outcomeText(value) }))}
          />
        </Field>
        {refused && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refused}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={reconcile.isPending}>
            {m.legacy_import_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
