// The articles of a project: by collection, in the order that readers see; or those that a search or a state finds.
import { useRead } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLook } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useSettled } from "#dashboard/ui/use-settled.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { BookOpen, FolderPlus, Import, Plus } from "lucide-react";
import { useState } from "react";
import { ARTICLE_STATES, type ArticleState, type CollectionList, importsPath, listCollections } from "../../contract.ts";
import { CollectionDialog } from "./collection-dialog.tsx";
import { CollectionSection } from "./collection-section.tsx";
import { FoundArticles } from "./found-articles.tsx";
import { useNewArticle } from "./new-article.ts";
import { stateName } from "./words.tsx";

/** Sections that are open from the start; the others open when they are asked for. */
const OPEN = 8;

export default function ArticlesScreen() {
  const { id, mayI } = useProject();
  const { data, error, refetch } = useRead(listCollections, { params: { projectId: id } });
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<ArticleState>();
  const [naming, setNaming] = useState(false);
  const q = useSettled(typed.trim());
  const { create, busy } = useNewArticle(id, data?.defaultLocale ?? "en");
  const admin = mayI("admin");
  const nothing = data && data.items.length === 0 && data.without === 0;
  return (
    <Page
      title={m.help_title()}
      width="wide"
      actions={
        <>
          {admin && (
            <Link to={importsPath(id)} className={buttonLook()}>
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
      <SectionTabs of="help" label={m.help_title()} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput label={m.help_search_titles()} value={typed} onType={setTyped} />
        <Select
          aria-label={m.help_state()}
          value={state ?? ""}
          onPick={(value) => setState(ARTICLE_STATES.find((each) => each === value))}
          className="max-w-56"
          options={[{ value: "", label: m.help_any_state() }, ...ARTICLE_STATES.map((value) => ({ value, label: stateName(value) }))]}
        />
      </div>
      {error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton />
      ) : q !== "" || state ? (
        <FoundArticles
          projectId={id}
          list={data}
          q={q}
          state={state}
          onClear={() => {
            setTyped("");
            setState(undefined);
          }}
        />
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
  const shared = { projectId, list, admin, onNew, announce: setSaid };
  return (
    <div className="grid grid-cols-1 gap-6">
      {list.items.map((collection, index) => (
        <CollectionSection key={collection.id} {...shared} collection={collection} startsOpen={index < OPEN} />
      ))}
      {(list.without > 0 || list.items.length === 0) && <CollectionSection {...shared} collection={null} startsOpen />}
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
