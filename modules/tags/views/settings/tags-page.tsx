// Settings page of tags: the list with a filter and counts, and dialogs that create, edit and merge.
import { Archive, ArchiveRestore, Merge, Pencil, Plus, Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import { queryClient, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeTag, changeTagSettings, listTags, type Tag } from "../../contract.ts";
import { TagChip } from "../inbox/tag-parts.tsx";
import { putTag } from "../queries.ts";
import { formerNames, leadsTo } from "../resolve-tags.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";

/** While a merge runs, its progress is read again this often, in milliseconds. */
const WATCHED = 2000;

/** Everybody sees the tags; owners and admins change them. */
export default function TagsPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.tags_title()} lead={m.tags_lead()}>
      <Tags key={projectId} projectId={projectId} />
    </Page>
  );
}

function Tags({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const [merging, setMerging] = useState(false);
  const { data, error, refetch } = useRouteQuery(listTags, { params: { projectId } as never }, merging ? { every: WATCHED } : {});
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<Tag | "new">();
  const [merged, setMerged] = useState<Tag>();
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const underWay = data.items.some(({ state }) => state === "merging");
  if (underWay !== merging) setMerging(underWay);
  const mayChange = mayI("admin");
  const mayCreate = mayChange || data.everybodyCreates;
  const fitting = data.items.filter(
    ({ id, name, state }) =>
      state !== "merged" && [name, ...formerNames(data.items, id)].some((each) => each.toLowerCase().includes(query.trim().toLowerCase())),
  );
  const row = (tag: Tag) => (
    <TagRow
      key={tag.id}
      projectId={projectId}
      tag={tag}
      tags={data.items}
      mayChange={mayChange}
      onEdit={() => setEdited(tag)}
      onMerge={() => setMerged(tag)}
    />
  );
  const [active, archived] = [fitting.filter(({ state }) => state !== "archived"), fitting.filter(({ state }) => state === "archived")];
  return (
    <>
      <Section
        title={m.tags_list()}
        lead={mayChange ? undefined : m.tags_admins()}
        actions={
          mayCreate && (
            <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
              {m.tags_new()}
            </Button>
          )
        }
      >
        {data.items.length === 0 ? (
          <EmptyState icon={TagIcon} title={m.tags_empty()} body={mayCreate ? m.tags_empty_body() : m.tags_empty_operator()} />
        ) : (
          <>
            <SearchInput label={m.tags_search()} value={query} onType={setQuery} />
            {fitting.length === 0 && <p className="py-4 text-muted">{m.tags_pick_empty()}</p>}
            {active.length > 0 && <ul className="grid grid-cols-1">{active.map(row)}</ul>}
            {archived.length > 0 && (
              <div>
                <h3 className="mb-1 text-sm font-medium text-muted">{m.tags_archived()}</h3>
                <ul className="grid grid-cols-1">{archived.map(row)}</ul>
              </div>
            )}
          </>
        )}
      </Section>
      <WhoCreates projectId={projectId} everybodyCreates={data.everybodyCreates} />
      {edited && <TagDialog projectId={projectId} tag={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {merged && <MergeDialog projectId={projectId} tag={merged} tags={data.items} onClose={() => setMerged(undefined)} />}
    </>
  );
}

interface RowProps {
  readonly projectId: string;
  readonly tag: Tag;
  readonly tags: readonly Tag[];
  readonly mayChange: boolean;
  onEdit(): void;
  onMerge(): void;
}
function TagRow({ projectId, tag, tags, mayChange, onEdit, onMerge }: RowProps) {
  const { name, hue, description, conversations, state, toMove } = tag;
  const change = useRouteMutation(changeTag, { invalidates: [listTags] });
  const archive = (archived: boolean, undoes = false): void => {
    const back = putTag(projectId, { ...tag, state: archived ? "archived" : "active" });
    change.mutate(
      { params: { projectId, tagId: tag.id } as never, body: { name, hue, description, archived } },
      {
        onError: back,
        onSuccess: () =>
          undoes ||
          toast({
            tone: "ok",
            title: archived ? m.tags_did_archive({ tag: name }) : m.tags_did_unarchive({ tag: name }),
            undo: () => archive(!archived, true),
          }),
      },
    );
  };
  const former = formerNames(tags, tag.id);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-40 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex min-w-0 items-center gap-2">
          <TagChip tag={tag} className="min-w-0 shrink!" />
          <span className="shrink-0 text-xs text-muted tabular-nums">{m.tags_conversations({ count: conversations })}</span>
        </span>
        {description !== "" && (
          <span dir="auto" className="text-start text-sm wrap-anywhere text-muted">
            {description}
          </span>
        )}
        {former.length > 0 && <span className="text-xs wrap-anywhere text-muted">{m.tags_formerly({ names: former.join(", ") })}</span>}
        {state === "merging" && (
          <span role="status" className="text-xs text-muted">
            {m.tags_moving({ into: leadsTo(tags, tag.id)?.name ?? "", left: conversations, all: Math.max(toMove ?? 0, conversations) })}
          </span>
        )}
      </span>
      {state === "merging" ? (
        <Chip>{m.tags_merging()}</Chip>
      ) : (
        mayChange && (
          <span className="flex shrink-0">
            <IconButton label={m.tags_edit_of({ tag: name })} icon={Pencil} onClick={onEdit} />
            <IconButton label={m.tags_merge_of({ tag: name })} icon={Merge} onClick={onMerge} />
            {state === "archived" ? (
              <IconButton label={m.tags_unarchive_of({ tag: name })} icon={ArchiveRestore} onClick={() => archive(false)} />
            ) : (
              <IconButton label={m.tags_archive_of({ tag: name })} icon={Archive} onClick={() => archive(true)} />
            )}
          </span>
        )
      )}
    </li>
  );
}

function WhoCreates({ projectId, everybodyCreates }: { projectId: string; everybodyCreates: boolean }) {
  const { mayI } = useProject();
  const save = useRouteMutation(changeTagSettings, {
    suppressToast: true,
    done: () => {
      void queryClient.invalidateQueries({ queryKey: [listTags.name] });
      toast({ tone: "ok", title: m.tags_settings_saved() });
    },
  });
  // A switch shows its new position while it is being saved.
  const shown = save.isPending ? save.variables.body.everybodyCreates : everybodyCreates;
  const refused = refusalOf(save.error);
  return (
    <Section title={m.tags_creating()}>
      <Switch
        label={m.tags_everybody_creates()}
        hint={m.tags_everybody_creates_hint()}
        checked={shown}
        disabled={!mayI("admin")}
        onChange={(on) => save.isPending || save.mutate({ params: { projectId } as never, body: { everybodyCreates: on } })}
      />
      {refused && (
        <p role="alert" className="text-bad-text">
          {refused}
        </p>
      )}
    </Section>
  );
}
