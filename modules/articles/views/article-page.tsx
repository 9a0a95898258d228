// The screen of one article.
import { useRouteQuery } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { articlePath, listCollections } from "../contract.ts";
import { BackLink } from "./back-link.tsx";
import { ArticleForm } from "./article-form.tsx";
import { NewLanguage } from "./new-language.tsx";
import { articleQuery } from "./queries.ts";

export default function ArticleScreen() {
  const { id: projectId, mayI } = useProject();
  const me = useMe();
  const { articleId = "" } = useParams({ strict: false }) as { articleId?: string };
  // Part of the URL, so that a reload or a shared link shows the same language.
  const { language: locale } = useSearch({ strict: false }) as { language?: string };
  const navigate = useNavigate();
  const setLocale = (language: string): void =>
    void navigate({ to: articlePath(projectId, articleId), search: { language } as never, replace: true });
  const collections = useRouteQuery(listCollections, { params: { projectId } });
  const { data, error, refetch } = useQuery({
    ...articleQuery(projectId, articleId, locale),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const problem = error ?? collections.error;
  if (!data || !collections.data)
    return (
      <Page title={m.help_article()} lead={<BackLink projectId={projectId} />} width="wide">
        {problem ? <ProblemState error={problem} onRetry={() => void refetch()} /> : <FormSkeleton />}
      </Page>
    );
  const shown = locale ?? data.text?.locale ?? collections.data.defaultLocale;
  const shared = {
    projectId,
    article: data.article,
    list: collections.data,
    locale: shown,
    onLocale: setLocale,
    admin: mayI("admin"),
    me: me.id,
  };
  // While another language loads, the previous one stays.
  const text = data.text;
  if (text && text.locale !== shown)
    return (
      <Page title={m.help_article()} width="wide">
        <FormSkeleton />
      </Page>
    );
  return text ? (
    <ArticleForm key={`${articleId}/${shown}`} {...shared} text={text} />
  ) : (
    <NewLanguage key={`${articleId}/${shown}`} {...shared} />
  );
}

function FormSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-4">
        <Bar className="h-6 w-80 max-w-full" />
        <Bar className="h-3 w-full" />
        <Bar className="h-3 w-full" />
        <Bar className="h-3 w-2/3" />
      </div>
    </Skeleton>
  );
}
