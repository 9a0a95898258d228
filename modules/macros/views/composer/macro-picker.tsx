// The picker of macros.
import { useRouteQuery } from "#dashboard/api.ts";
import { Picker } from "#dashboard/ui/picker.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { listMacros, type Macro, macrosPath } from "../../contract.ts";

interface PickerProps {
  readonly projectId: string;
  readonly open: boolean;
  onClose(): void;
  onPick(macroId: string): void;
}
export default function MacroPicker({ projectId, open, onClose, onPick }: PickerProps) {
  const { data, error } = useRouteQuery(listMacros, { params: { projectId } }, { staleTime: 60_000 });
  const all = data?.items ?? [];
  const groupOf = (heading: string, items: readonly Macro[]) => ({
    heading,
    items: items.map((macro) => ({
      ...{ value: macro.id, label: macro.title, hint: m.macros_step_count({ count: macro.steps.length }) },
      onSelect: () => {
        onClose();
        onPick(macro.id);
      },
    })),
  });
  const notice = error ? (
    <p role="alert" className="px-4 py-8 text-center text-bad-text">
      {messageOf(error)}
    </p>
  ) : !data ? (
    <p className="px-4 py-8 text-center text-muted">{m.macros_loading()}</p>
  ) : all.length === 0 ? (
    <p className="px-4 py-8 text-center text-muted">
      {m.macros_none_yet()}{" "}
      <Link to={macrosPath(projectId)} className="text-accent-text underline underline-offset-2">
        {m.macros_create_first()}
      </Link>
    </p>
  ) : undefined;
  return (
    <Picker
      open={open}
      onClose={onClose}
      label={m.macros_pick()}
      empty={m.macros_pick_empty()}
      groups={[
        groupOf(
          m.macros_own(),
          all.filter(({ shared }) => !shared),
        ),
        groupOf(
          m.macros_shared(),
          all.filter(({ shared }) => shared),
        ),
      ].filter(({ items }) => items.length > 0)}
      {...(notice === undefined ? {} : { notice })}
    />
  );
}
