// The dialog that names a view: its name, its icon, and who sees it.
import { issueOf, refusalOf } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type SavedView, SYMBOLS } from "../contract.ts";
import { ViewIcon } from "./icon.tsx";
import type { ViewFields } from "./queries.ts";

type Named = Pick<ViewFields, "name" | "icon" | "kind">;
interface ViewDialogProps {
  readonly title: string;
  readonly view?: SavedView;
  /** Taken as the name at first. */
  readonly name?: string;
  onClose(): void;
  /** Throws what the form then shows. */
  onSave(fields: Named, clientId: string): Promise<void>;
}
const SYMBOL_NAMES: Record<(typeof SYMBOLS)[number], () => string> = {
  star: m.saved_views_icon_star,
  flag: m.saved_views_icon_flag,
  bolt: m.saved_views_icon_bolt,
  bug: m.saved_views_icon_bug,
  heart: m.saved_views_icon_heart,
  clock: m.saved_views_icon_clock,
  mail: m.saved_views_icon_mail,
  user: m.saved_views_icon_user,
  cart: m.saved_views_icon_cart,
  globe: m.saved_views_icon_globe,
};
const EMOJI = "emoji";

export function ViewDialog({ title, view, name: first = "", onClose, onSave }: ViewDialogProps) {
  const { mayI } = useProject();
  const [clientId] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(view?.name ?? first);
  const [icon, setIcon] = useState(view?.icon ?? "");
  const isSymbol = icon === "" || SYMBOLS.some((one) => one === icon);
  const [kind, setKind] = useState<Named["kind"]>(view?.kind === "shared" ? "shared" : "personal");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [chosen, setChosen] = useState(isSymbol ? icon : EMOJI);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSave({ name: name.trim(), icon, kind }, clientId);
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  }
  const refusal = refusalOf(error);
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={m.saved_views_name()} error={issueOf(error, "name")}>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} limit={60} required autoComplete="off" dir="auto" />
        </Field>
        <div className="flex items-end gap-2">
          <Field label={m.saved_views_icon_label()} className="flex-1">
            <Select
              value={chosen}
              onChange={(next) => {
                setChosen(next);
                setIcon(next === EMOJI ? "" : next);
              }}
              options={[
                { value: "", label: m.saved_views_icon_none() },
                ...SYMBOLS.map((one) => ({ value: one, label: SYMBOL_NAMES[one]() })),
                { value: EMOJI, label: m.saved_views_icon_emoji() },
              ]}
            />
          </Field>
          {chosen === EMOJI ? (
            <Field label={m.saved_views_icon_emoji()} error={issueOf(error, "icon")} className="w-24">
              <TextInput value={icon} onChange={(event) => setIcon(event.target.value.trim())} placeholder="🐝" autoComplete="off" />
            </Field>
          ) : (
            <span className="grid size-9 place-items-center text-muted">
              <ViewIcon icon={icon} />
            </span>
          )}
        </div>
        <Field label={m.saved_views_seen_by()} hint={mayI("admin") ? undefined : m.saved_views_share_needs()}>
          <Select
            value={kind}
            onChange={(next) => setKind(next as Named["kind"])}
            disabled={!mayI("admin")}
            options={[
              { value: "personal", label: m.saved_views_personal() },
              { value: "shared", label: m.saved_views_shared() },
            ]}
          />
        </Field>
        {refusal !== undefined && (
          <p role="alert" className="text-sm text-bad-text">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {m.saved_views_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
