// Starts a language that the article is not written in yet.
import { useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { Languages } from "lucide-react";
import { readArticle, saveArticleText } from "../contract.ts";
import type { ArticleProps } from "./article-props.ts";
import { BackLink } from "./back-link.tsx";
import { LanguageSelect } from "./language-select.tsx";
import { patchArticle, rereadLists } from "./queries.ts";
import { titleOf } from "./labels.tsx";

export function NewLanguage(props: ArticleProps) {
  const { projectId, article, list, locale } = props;
  const from = article.locales.find((text) => text.locale === list.defaultLocale) ?? article.locales[0];
  const params = { projectId, articleId: article.id };
  const source = useRouteQuery(readArticle, { params, query: { locale: from?.locale as never } });
  const save = useRouteMutation(saveArticleText, {
    invalidates: [readArticle],
    done: ({ text }) => {
      patchArticle(projectId, article.id, locale, { text });
      void rereadLists(projectId);
    },
  });
  const begin = (copied: boolean): void => {
    const text = copied ? source.data?.text : undefined;
    const { title = "", summary = "", content = "" } = text ?? {};
    save.mutate({ params: { ...params, locale }, body: { revision: 0, title, summary, content } });
  };
  const language = languageName(locale);
  return (
    <Page
      title={titleOf(article, list.defaultLocale)}
      lead={<BackLink projectId={projectId} />}
      actions={<LanguageSelect {...props} />}
      width="wide"
    >
      <EmptyState
        icon={Languages}
        title={m.help_not_in({ language })}
        body={m.help_not_in_body()}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" busy={save.isPending} onClick={() => begin(false)}>
              {m.help_begin_empty()}
            </Button>
            {from && (
              <Button disabled={!source.data} busy={save.isPending} onClick={() => begin(true)}>
                {m.help_begin_from({ language: languageName(from.locale) })}
              </Button>
            )}
          </div>
        }
      />
    </Page>
  );
}
