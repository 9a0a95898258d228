// The list of articles: by collection in the order of readers, or the results of a search or filter.
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { BookOpen, FolderPlus, Import, ListChecks, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { type CollectionList, importsPath, listCollections } from "../contract.ts";
import { CollectionDialog } from "./collection-dialog.tsx";
import { CollectionSection } from "./collection-section.tsx";
import { FilterBar, useFilters } from "./filters.tsx";
import { FoundArticles } from "./found-articles.tsx";
import { NONE } from "./move-article.ts";
import { useNewArticle } from "./new-article.ts";
import { SelectionScope, useChosen } from "./selection.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { UnsavedArticles } from "./unsaved-articles.tsx";

/** Sections that are expanded at first; the others load when expanded. */
const OPEN = 8;

export default function ArticlesScreen() {
  const { id, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(listCollections, { params: { projectId: id } });
  const { filters, set, clear, narrows } = useFilters(id, data);
  const { selection, begin, choose, end } = useChosen();
  const toggle = useRef<HTMLButtonElement>(null);
  const [naming, setNaming] = useState(false);
  const { create, busy } = useNewArticle(id, data?.defaultLocale ?? "en");
  const admin = mayI("admin");
  const nothing = data && data.items.length === 0 && data.without === 0;
  return (
    <Page
      title={m.help_title()}
      width="wide"
      tabs={<SectionTabs of="help" label={m.help_title()} />}
      actions={
        <>
          {admin && (
            <Link to={importsPath(id)} className={buttonClasses()}>
              <Import className="size-4" aria-hidden />
              {m.help_import_action()}
            </Link>
          )}
          {admin && (
            <Button icon={FolderPlus} onClick={() => setNaming(true)}>
              {m.help_new_collection()}
            </Button>
          )}
          <Button variant="primary" icon={Plus} busy={busy} disabled={!data} onClick={() => create(null)}>
            {m.help_new_article()}
          </Button>
        </>
      }
    >
      <UnsavedArticles projectId={id} />
      <FilterBar list={data} filters={filters} narrows={narrows} set={set} clear={clear}>
        {admin && data && !nothing && (
          <Button
            ref={toggle}
            variant="ghost"
            icon={ListChecks}
            aria-pressed={selection !== undefined}
            onClick={selection ? end : begin}
            className="aria-pressed:bg-active aria-pressed:text-text"
          >
            {m.help_choose_several()}
          </Button>
        )}
      </FilterBar>
      <SelectionScope selection={selection}>
        {error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <ListSkeleton />
        ) : narrows ? (
          <FoundArticles projectId={id} list={data} filters={filters} onClear={clear} />
        ) : nothing ? (
          <EmptyState
            icon={BookOpen}
            title={m.help_none()}
            body={m.help_none_body()}
            action={
              <Button variant="primary" icon={Plus} busy={busy} onClick={() => create(null)}>
                {m.help_write_first()}
              </Button>
            }
          />
        ) : (
          <Sections projectId={id} list={data} admin={admin} onNew={create} />
        )}
      </SelectionScope>
      {selection && data && (
        <BulkBar
          projectId={id}
          list={data}
          chosen={[...selection.chosen.values()]}
          onChoose={choose}
          onEnd={() => {
            end();
            toggle.current?.focus();
          }}
        />
      )}
      {naming && data && (
        <CollectionDialog projectId={id} locale={data.defaultLocale} locales={data.locales} onClose={() => setNaming(false)} />
      )}
    </Page>
  );
}

interface SectionsProps {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly admin: boolean;
  onNew(collectionId: string | null): void;
}
function Sections({ projectId, list, admin, onNew }: SectionsProps) {
  const [said, setSaid] = useState("");
  const [over, setOver] = useState<string>();
  const withRest = list.without > 0 || list.items.length === 0;
  const lists = [...list.items.map(({ id }) => id as string), ...(withRest ? [NONE] : [])];
  const shared = { projectId, list, lists, admin, onNew, onOver: setOver, announce: setSaid };
  return (
    <div className="grid grid-cols-1 gap-6">
      {list.items.map((collection, index) => (
        <CollectionSection
          key={collection.id}
          {...shared}
          collection={collection}
          startsOpen={index < OPEN}
          isTarget={over === collection.id}
        />
      ))}
      {withRest && <CollectionSection {...shared} collection={null} startsOpen isTarget={over === NONE} />}
      <p id="help-move-hint" hidden>
        {m.help_move_hint()}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-5 pt-4">
        {Array.from({ length: 7 }, (_, index) => (
          <div key={index} className="flex items-center gap-3">
            <Bar className="size-4" />
            <Bar className="h-3 w-60 max-w-1/2" />
            <Bar className="ms-auto h-3 w-16" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
