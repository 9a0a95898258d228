// The filter builder: conditions that all have to be met, applied together.
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import type { Conditions } from "#modules/conversations/contract";
import { type FormEvent, useState } from "react";
import type { SavedView } from "../contract.ts";
import { ConditionBuilder } from "./condition-builder.tsx";
import { conditionsOf, type Line } from "./conditions.ts";
import { useFields } from "./fields.tsx";

interface BuilderProps {
  readonly projectId: string;
  /** Kept by whoever opens the builder, because it moves into a sheet and back when the window changes its width. */
  readonly lines: readonly Line[];
  setLines(lines: readonly Line[]): void;
  /** The view that is shown, if the member may change it. */
  readonly editable: SavedView | undefined;
  onApply(conditions: Conditions): Promise<void>;
  onUpdate(conditions: Conditions): Promise<void>;
  onSave(conditions: Conditions): void;
}
export function FilterBuilder({ projectId, lines, setLines, editable, onApply, onUpdate, onSave }: BuilderProps) {
  const [busy, setBusy] = useState<"apply" | "update">();
  const [problem, setProblem] = useState<string>();
  const conditions = conditionsOf(lines);
  const { fields, source } = useFields(projectId, conditions);

  async function run(what: "apply" | "update"): Promise<void> {
    setBusy(what);
    setProblem(undefined);
    try {
      await (what === "apply" ? onApply : onUpdate)(conditions);
    } catch (cause) {
      setProblem(messageOf(cause));
      setBusy(undefined);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy === undefined) void run("apply");
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      {source}
      <p className="text-xs text-muted">{m.saved_views_builder_body()}</p>
      <ConditionBuilder lines={lines} setLines={setLines} fields={fields} />
      {problem !== undefined && (
        <p role="alert" className="text-sm text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-2">
        <Button onClick={() => onSave(conditions)} disabled={conditions.length === 0}>
          {m.saved_views_save_as()}
        </Button>
        {editable && (
          <Button onClick={() => void run("update")} busy={busy === "update"}>
            {m.saved_views_update()}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy === "apply"}>
          {m.saved_views_apply()}
        </Button>
      </div>
    </form>
  );
}
