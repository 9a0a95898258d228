// One macro of the settings page, with the buttons that edit and delete it.
import { call, queryClient, reading, toastProblem } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type ActionField, ActionInWords } from "#modules/bulk-actions/views";
import { Pencil, Trash2 } from "lucide-react";
import { deleteMacro, listMacros, type Macro, restoreMacro } from "../../contract.ts";

interface RowProps {
  readonly projectId: string;
  readonly macro: Macro;
  readonly fields: readonly ActionField[];
  readonly mayChange: boolean;
  onEdit(): void;
}

export function MacroRow({ projectId, macro, fields, mayChange, onEdit }: RowProps) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0 last:pb-0">
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span dir="auto" className="min-w-0 truncate font-medium">
          {macro.title}
        </span>
        {macro.steps.map((step, index) => (
          <span key={index} className="min-w-0 truncate text-sm">
            <ActionInWords step={step} fields={fields} />
          </span>
        ))}
        {macro.text.trim() !== "" && (
          <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
            {macro.text}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <span>{macro.uses === 0 ? m.macros_never_used() : m.macros_used({ count: macro.uses })}</span>
          {macro.usedAt !== null && (
            <span>
              {m.macros_last_used()} <RelativeTime at={macro.usedAt} />
            </span>
          )}
        </span>
      </span>
      {mayChange && (
        <span className="flex shrink-0">
          <IconButton label={m.macros_edit({ title: macro.title })} icon={Pencil} onClick={onEdit} />
          <IconButton label={m.macros_delete({ title: macro.title })} icon={Trash2} onClick={() => void remove(projectId, macro)} />
        </span>
      )}
    </li>
  );
}

/** The row goes when it is deleted, and comes back with Undo. */
async function remove(projectId: string, macro: Macro): Promise<void> {
  const params = { projectId, macroId: macro.id } as never;
  const reread = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: reading(listMacros, { params: { projectId } as never }).queryKey });
  const undo = (): void => void call(restoreMacro, { params, body: {} }).then(reread, toastProblem);
  try {
    await call(deleteMacro, { params });
    await reread();
    // The focus was on a button that is gone.
    document.querySelector<HTMLElement>("main")?.focus();
    toast({ tone: "ok", title: m.macros_did_delete({ title: macro.title }), undo });
  } catch (problem) {
    toastProblem(problem);
  }
}
