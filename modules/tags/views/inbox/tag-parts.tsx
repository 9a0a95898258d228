// Tags in the inbox: chips of rows and threads, the control with its picker, the list's filter, the line in the thread.
import { call, queryClient } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { hueStyle } from "#dashboard/ui/hue.ts";
import { Picker, preloadPickers } from "#dashboard/ui/picker.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { whenIdle } from "#dashboard/when-idle.ts";
import { derivedId } from "#kernel/ids/index.ts";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { searchFilterChoices } from "#modules/conversation-search/views";
import type { activityLine, conversationControl, conversationMark, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { Tag as TagIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import {
  createTag,
  hueOfNext,
  listTags,
  MAX_PER_CONVERSATION,
  type Tag,
  tagConversation,
  TagChange,
  TAGGED,
  tagIdsOf,
  TAGS,
} from "../../contract.ts";
import { prefetchTags, putTag, useTags } from "../queries.ts";
import { formerNames, leadsTo, resolveTags } from "../resolve-tags.ts";
import { tagShortcut } from "../shortcut.ts";

/** Chips of a row; its names are read aloud in full. */
const IN_ROW = 2;
/** Actions of the palette; beyond them the picker finds every tag. */
const IN_PALETTE = 12;

export const TagChip = ({ tag, className = "" }: { tag: Pick<Tag, "name" | "hue">; className?: string }) => (
  <Chip hue={tag.hue} className={className}>
    <span dir="auto" className="min-w-0 truncate">
      {tag.name}
    </span>
  </Chip>
);
export const Dot = ({ hue }: { hue: number }) => (
  <span className="grid size-4 shrink-0 place-items-center" aria-hidden>
    <span className="size-2.5 rounded-full" style={{ background: hueStyle(hue).color }} />
  </span>
);
const listOf = (names: readonly string[]): string => new Intl.ListFormat(locale, { type: "conjunction" }).format(names);

export function RowTags({ row }: PropsOf<typeof rowChip>) {
  const ids = tagIdsOf(row);
  // Beside chips of others there is room for one.
  const others = Object.keys(row.fields ?? {}).length > 1;
  return ids.length === 0 ? null : <Chips ids={ids} most={others ? 1 : IN_ROW} />;
}
function Chips({ ids, most }: { ids: readonly string[]; most: number }) {
  const { data } = useTags(useProject().id, ids);
  const tags = data ? resolveTags(data.items, ids) : [];
  const more = tags.slice(most);
  if (tags.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-1" title={listOf(tags.map(({ name }) => name))}>
      <span className="sr-only">{m.tags_chips()} </span>
      {tags.slice(0, most).map((tag) => (
        <TagChip key={tag.id} tag={tag} className="max-w-24 min-w-6 shrink!" />
      ))}
      {more.length > 0 && (
        <Chip>
          <span aria-hidden>+{more.length}</span>
          <span className="sr-only">{listOf(more.map(({ name }) => name))}</span>
        </Chip>
      )}
    </span>
  );
}

export function ThreadTags({ projectId, row }: PropsOf<typeof conversationMark>) {
  const ids = tagIdsOf(row);
  const { data } = useTags(projectId, ids);
  const tags = data ? resolveTags(data.items, ids) : [];
  if (tags.length === 0) return null;
  return (
    <ul aria-label={m.tags_chips()} className="flex min-w-0 flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag.id} className="flex min-w-0">
          <TagChip tag={tag} className="max-w-60 min-w-0 shrink!" />
        </li>
      ))}
    </ul>
  );
}

/** The picker of a conversation's tags, by its button, by L and by the palette. */
export function TagControl({ projectId, conversationId, row, labelled, changeField }: PropsOf<typeof conversationControl>) {
  const { mayI } = useProject();
  const [open, setOpen] = useState(false);
  const { data, error } = useTags(projectId, open ? undefined : tagIdsOf(row));
  useEffect(
    () =>
      whenIdle(() => {
        prefetchTags(projectId);
        preloadPickers();
      }),
    [projectId],
  );
  const all = data?.items ?? [];
  const now = resolveTags(all, tagIdsOf(row));
  const params = { projectId, conversationId } as never;

  // Undo comes later, when there may be other tags.
  const latest = useRef(now);
  useEffect(() => void (latest.current = now));
  async function change(add: readonly Tag[], remove: readonly Tag[], undoes = false, making?: Promise<Tag>): Promise<void> {
    const left = latest.current.map(({ id }) => id).filter((id) => !remove.some((tag) => tag.id === id));
    const ids = [...new Set([...left, ...add.map(({ id }) => id)])];
    let added = add;
    try {
      await changeField(TAGS, ids.length === 0 ? undefined : ids.join(","), async () => {
        // A new tag has to be there first; it may turn out to be one that somebody else has just made.
        if (making) added = [await making];
        const body = { clientId: crypto.randomUUID(), add: added.map(({ id }) => id), remove: remove.map(({ id }) => id) };
        return await call(tagConversation, { params, body });
      });
      if (undoes) return;
      const [tag] = [...add, ...remove];
      const title = add.length > 0 ? m.tags_did_add({ tag: tag?.name ?? "" }) : m.tags_did_remove({ tag: tag?.name ?? "" });
      toast({ title, tone: "ok", undo: () => void change(remove, added, true) });
    } catch (cause) {
      const refused = cause instanceof CallError && cause.problem.code === "conflict";
      toast({ title: m.tags_failed(), body: messageOf(cause), tone: refused ? "neutral" : "bad" });
    }
  }
  const toggle = (tag: Tag): void =>
    void (now.some(({ id }) => id === tag.id) ? change([], [tag]) : now.length >= MAX_PER_CONVERSATION ? tooMany() : change([tag], []));
  const tooMany = (): void => toast({ title: m.tags_failed(), body: m.tags_too_many_here({ max: MAX_PER_CONVERSATION }) });

  /** Its id follows from the request, so the new tag is shown before the server has answered. */
  async function create(name: string): Promise<void> {
    if (now.length >= MAX_PER_CONVERSATION) return tooMany();
    const clientId = crypto.randomUUID();
    const tag: Tag = {
      id: await derivedId("tag", `${projectId}:${clientId}`),
      ...{ name, hue: hueOfNext(all.length), description: "", state: "active", mergedInto: null, conversations: 0, toMove: null },
    };
    const back = putTag(projectId, tag);
    const made = call(createTag, { params: { projectId } as never, body: { clientId, name, hue: tag.hue } }).then(
      (answer) => answer.tag,
      (cause: unknown) => {
        back();
        const taken = cause instanceof CallError ? cause.problem["tagId"] : undefined;
        if (typeof taken === "string") return { ...tag, id: taken as Tag["id"] };
        throw cause;
      },
    );
    made.catch(() => undefined);
    await change([tag], [], false, made);
    void queryClient.invalidateQueries({ queryKey: [listTags.name] });
  }

  useDeclaredShortcut(tagShortcut, () => setOpen(true));
  const choosable = all.filter(({ state }) => state === "active");
  const inPalette = choosable.toSorted((a, b) => b.conversations - a.conversations).slice(0, IN_PALETTE);
  // An archived tag can still be removed.
  const offered = [...now.filter(({ state }) => state === "archived"), ...choosable];
  const mayCreate = mayI("admin") || data?.everybodyCreates === true;
  return (
    <>
      {inPalette.map((tag) => (
        <Command key={tag.id} tag={tag} has={now.some(({ id }) => id === tag.id)} onRun={() => toggle(tag)} />
      ))}
      {labelled ? (
        <Button icon={TagIcon} className="justify-self-start" onClick={() => setOpen(true)}>
          {m.tags_key()}
        </Button>
      ) : (
        <IconButton
          label={m.tags_key()}
          icon={TagIcon}
          shortcut={tagShortcut.keys}
          aria-haspopup="dialog"
          // A narrow header needs its room for the assignee; the key and the palette stay.
          className="@max-lg:hidden"
          onClick={() => setOpen(true)}
        />
      )}
      <Picker
        open={open}
        onClose={() => setOpen(false)}
        label={m.tags_pick()}
        several
        empty={all.length === 0 ? (mayCreate ? m.tags_pick_none() : m.tags_pick_none_operator()) : m.tags_pick_empty()}
        groups={[
          {
            heading: "",
            items: offered.map((tag) => ({
              value: tag.id,
              label: tag.name,
              also: formerNames(all, tag.id),
              hint: tag.description === "" ? undefined : tag.description,
              mark: <Dot hue={tag.hue} />,
              checked: now.some(({ id }) => id === tag.id),
              onSelect: () => toggle(tag),
            })),
          },
        ]}
        create={mayCreate ? { label: (text) => m.tags_create({ name: text }), run: (text) => void create(text.slice(0, 40)) } : undefined}
        {...(!data && error
          ? {
              notice: (
                <p role="alert" className="px-4 py-8 text-center text-muted">
                  {messageOf(error)}
                </p>
              ),
            }
          : {})}
        {...(!data && !error ? { notice: <p className="px-4 py-8 text-center text-muted">{m.tags_loading()}</p> } : {})}
      />
    </>
  );
}
function Command({ tag, has, onRun }: { tag: Tag; has: boolean; onRun(): void }) {
  useCommand(onRun, {
    label: has ? m.tags_remove_of({ tag: tag.name }) : m.tags_add_of({ tag: tag.name }),
    group: m.conversations_title(),
  });
  return null;
}

/** Tags as a field of conditions. Archived ones are on conversations still. */
export function TagField({ projectId, declare }: PropsOf<typeof viewField>) {
  const { data } = useTags(projectId, undefined);
  useEffect(() => {
    // Until they are read, nobody says that one is gone.
    if (!data) return;
    const tags = data.items.filter(({ state }) => state === "active" || state === "archived");
    declare({
      name: TAGS,
      label: m.tags_title(),
      options: [...tags.map(({ id, name }) => ({ value: id, label: name })), { value: "none", label: m.tags_field_none() }],
      several: true,
    });
  }, [data, declare]);
  return null;
}

/** Tags as a filter of the search. */
export function TagSearch({ projectId, declare }: PropsOf<typeof searchFilterChoices>) {
  const { data } = useTags(projectId, undefined);
  useEffect(() => {
    const tags = data?.items.filter(({ state }) => state === "active" || state === "archived") ?? [];
    declare({ name: "tag", label: m.tags_search(), offer: m.tags_search_offer(), values: tags.map(({ name }) => name) });
  }, [data, declare]);
  return null;
}

/** Where no loaded conversation has a tag, there is nothing to filter. */
export function TagFilter(props: PropsOf<typeof listFilter>) {
  return props.filter?.startsWith(`${TAGS}:`) === true || props.isInUse(TAGS) ? <Filter {...props} /> : null;
}
function Filter({ projectId, filter, onFilter }: PropsOf<typeof listFilter>) {
  const [open, setOpen] = useState(false);
  const id = filter?.startsWith(`${TAGS}:`) === true ? filter.slice(TAGS.length + 1) : undefined;
  const { data } = useTags(projectId, open ? undefined : id === undefined ? [] : [id]);
  const all = data?.items ?? [];
  const chosen = id === undefined ? undefined : leadsTo(all, id);
  return (
    <>
      {id === undefined ? (
        <IconButton label={m.tags_filter()} icon={TagIcon} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <Button
          size="sm"
          icon={TagIcon}
          aria-label={m.tags_filter_on({ tag: chosen?.name ?? "" })}
          aria-haspopup="dialog"
          className="max-w-36 min-w-0 rounded-full!"
          onClick={() => setOpen(true)}
        >
          <span className="min-w-0 truncate">{chosen?.name ?? ""}</span>
        </Button>
      )}
      <Picker
        open={open}
        onClose={() => setOpen(false)}
        label={m.tags_filter()}
        empty={m.tags_pick_empty()}
        groups={[
          {
            heading: "",
            items: [
              ...(id === undefined ? [] : [{ value: "any", label: m.tags_filter_any(), onSelect: () => onFilter(undefined) }]),
              ...all
                .filter(({ state }) => state === "active" || state === "archived")
                .map((tag) => ({
                  value: tag.id,
                  label: tag.name,
                  also: formerNames(all, tag.id),
                  mark: <Dot hue={tag.hue} />,
                  checked: tag.id === chosen?.id,
                  onSelect: () => onFilter(tag.id === chosen?.id ? undefined : `${TAGS}:${tag.id}`),
                })),
            ],
          },
        ]}
        {...(data ? {} : { notice: <p className="px-4 py-8 text-center text-muted">{m.tags_loading()}</p> })}
      />
    </>
  );
}

export function TagLine({ projectId, event, own, name }: PropsOf<typeof activityLine>) {
  const change = event.name === TAGGED ? v.safeParse(TagChange, event.data) : undefined;
  return change?.success ? <Line projectId={projectId} change={change.output} own={own} name={name} /> : null;
}
function Line({ projectId, change, own, name }: { projectId: string; change: TagChange; own: boolean; name: string }) {
  const { data } = useTags(projectId, [...change.added, ...change.removed]);
  const said = (ids: readonly string[]): string =>
    data ? listOf(ids.map((id) => leadsTo(data.items, id)?.name ?? m.tags_former())) : m.tags_count({ count: ids.length });
  const [added, removed] = [said(change.added), said(change.removed)];
  if (change.removed.length === 0) return own ? m.tags_event_added_you({ tags: added }) : m.tags_event_added({ name, tags: added });
  if (change.added.length === 0) return own ? m.tags_event_removed_you({ tags: removed }) : m.tags_event_removed({ name, tags: removed });
  return own ? m.tags_event_both_you({ added, removed }) : m.tags_event_both({ name, added, removed });
}
