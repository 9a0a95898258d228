// One statement: its words, where they come from, and its menu.
import { call, queryClient, toastProblem, useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatDay, formatFull } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { BadgeCheck, Ellipsis, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useId, useRef, useState } from "react";
import { addStatement, changeStatement, deleteStatement, readProfile, type Statement } from "../../contract.ts";
import { KIND_NAMES } from "./kind-name.ts";
import { StatementForm } from "./statement-form.tsx";

interface ItemProps {
  readonly params: { readonly projectId: string; readonly contactId: string };
  readonly statement: Statement;
  /** Profiles are on, so a deleted statement can be put back. */
  readonly mayAdd: boolean;
  onReplace(id: string, by?: Statement): void;
}

export function StatementItem({ params, statement, mayAdd, onReplace }: ItemProps) {
  const { id, revision, kind, pinned, confirmed, source } = statement;
  const text = plain(statement.text);
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState(false);
  const quote = useId();
  const menu = useRef<HTMLSpanElement>(null);
  const of = { ...params, statementId: id } as const;
  const again = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [readProfile.name] });
  const change = useRouteMutation(changeStatement, {
    suppressToast: true,
    invalidates: [readProfile],
    done: ({ statement: changed }) => {
      onReplace(id, changed);
      close();
    },
  });
  function close(): void {
    setEditing(false);
    // The form had the focus, and is gone.
    requestAnimationFrame(() => menu.current?.querySelector("button")?.focus());
  }
  async function mark(body: { pinned?: boolean; confirmed?: boolean }): Promise<void> {
    try {
      onReplace(id, (await call(changeStatement, { params: of, body: { revision, ...body } })).statement);
    } catch (cause) {
      toastProblem(cause);
    }
    await again();
  }
  async function putBack(): Promise<void> {
    const from = source && { messageId: source.messageId, quote: source.quote };
    const body = { clientId: crypto.randomUUID(), kind, text: statement.text, pinned, ...(from ? { source: from } : {}) };
    try {
      await call(addStatement, { params, body });
    } catch (cause) {
      toastProblem(cause);
    }
    await again();
  }
  async function remove(): Promise<void> {
    onReplace(id);
    try {
      await call(deleteStatement, { params: of });
      toast({
        tone: "ok",
        title: m.profiles_deleted_one(),
        body: m.profiles_deleted_one_body(),
        ...(mayAdd ? { undo: () => void putBack() } : {}),
      });
    } catch (cause) {
      toastProblem(cause);
    }
    await again();
  }
  if (editing)
    return (
      <li className="px-2">
        <StatementForm
          statement={statement}
          action={m.profiles_save()}
          busy={change.isPending}
          error={change.error}
          onCancel={close}
          onSave={({ kind: to, text: words }) =>
            change.mutate({
              params: of,
              body: { revision, ...(to === kind ? {} : { kind: to }), ...(words === statement.text ? {} : { text: words }) },
            })
          }
        />
      </li>
    );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 rounded-sm py-1.5 ps-2 pe-0.5 hover:bg-hover focus-within:bg-hover">
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere">
          {text}
        </p>
        <Facts statement={statement} source={source && <SourceButton open={open} id={quote} onToggle={() => setOpen(!open)} />} />
      </div>
      <span ref={menu} className="-mt-0.5">
        <Menu
          align="end"
          items={[
            {
              label: confirmed ? m.profiles_unconfirm() : m.profiles_confirm(),
              icon: BadgeCheck,
              onSelect: () => void mark({ confirmed: confirmed === null }),
            },
            {
              label: pinned ? m.profiles_unpin() : m.profiles_pin(),
              icon: pinned ? PinOff : Pin,
              onSelect: () => void mark({ pinned: !pinned }),
            },
            { label: m.profiles_edit(), icon: Pencil, onSelect: () => setEditing(true) },
            "separator",
            { label: m.profiles_delete_one(), icon: Trash2, tone: "danger", onSelect: () => void remove() },
          ]}
          trigger={<IconButton label={m.profiles_actions({ text })} icon={Ellipsis} />}
        />
      </span>
      {source && open && <Source id={quote} projectId={params.projectId} source={source} />}
    </li>
  );
}

/** Kind, day, who stands behind it, and the button of its source. */
function Facts({
  statement: { kind, saidAt, pinned, confirmed, byPerson, authorName },
  source,
}: {
  statement: Statement;
  source: ReactNode;
}) {
  const parts: readonly (ReactNode | false)[] = [
    KIND_NAMES[kind](),
    <time key="day" dateTime={saidAt} title={formatFull(saidAt)}>
      {formatDay(saidAt)}
    </time>,
    byPerson && <span dir="auto">{authorName === null ? m.profiles_written() : m.profiles_written_by({ name: authorName })}</span>,
    confirmed && (
      <span className="inline-flex items-center gap-1 text-ok-text">
        <BadgeCheck className="size-3 shrink-0" aria-hidden />
        <span dir="auto">{confirmed.by === null ? m.profiles_confirmed() : m.profiles_confirmed_by({ name: confirmed.by })}</span>
      </span>
    ),
    source,
  ];
  const shown = parts.filter((part) => part !== false && part !== null);
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-2xs text-muted">
      {pinned && <Pin className="size-3" aria-label={m.profiles_pinned()} role="img" />}
      {shown.map((part, i) => (
        <Fragment key={i}>{part}</Fragment>
      ))}
    </p>
  );
}

const SourceButton = ({ open, id, onToggle }: { open: boolean; id: string; onToggle(): void }) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? id : undefined}
    onClick={onToggle}
    className="min-h-6 rounded-xs underline decoration-line-strong underline-offset-2 hover:text-text pointer-coarse:min-h-11"
  >
    {m.profiles_source()}
  </button>
);

const Source = ({ id, projectId, source }: { id: string; projectId: string; source: NonNullable<Statement["source"]> }) => (
  <div id={id} className="col-span-full mt-1 mb-1 grid min-w-0 justify-items-start gap-1 border-s-2 border-line-strong ps-2.5 pe-1.5">
    <blockquote dir="auto" className="text-xs text-muted wrap-anywhere">
      “{plain(source.quote)}”
    </blockquote>
    <Link
      to={threadPath(projectId, source.conversationId)}
      hash={`r${source.revision}`}
      className="text-xs text-accent-text underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {m.profiles_show_message()}
    </Link>
  </div>
);
