// What somebody else saved while the form was open. What was typed is kept.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { DifferenceList } from "./difference-list.tsx";
import { FIELD, type TheirSave } from "./differences.ts";

export const Meanwhile = ({ theirs: { by, version, differences, both }, onClose }: { theirs: TheirSave; onClose(): void }) => (
  <div role="status" className="mb-5 grid grid-cols-1 gap-3 rounded-lg border border-line-strong bg-surface p-4">
    <p className="font-medium">
      {by === null ? m.assistant_meanwhile_somebody({ version }) : m.assistant_meanwhile({ name: by, version })}
    </p>
    <p className="text-muted">
      {both.length === 0
        ? m.assistant_meanwhile_kept()
        : m.assistant_meanwhile_both({ fields: both.map((field) => FIELD[field]()).join(", ") })}
    </p>
    {differences.length > 0 && (
      <details>
        <summary className="cursor-pointer text-sm font-medium">{m.assistant_meanwhile_changes({ count: differences.length })}</summary>
        <div className="mt-2">
          <DifferenceList differences={differences} />
        </div>
      </details>
    )}
    <Button className="justify-self-start" onClick={onClose}>
      {m.assistant_meanwhile_close()}
    </Button>
  </div>
);
