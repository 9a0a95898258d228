// Collection, address and audience of an article.
import { useRouteMutation } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { formatFull, RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { Suspense } from "react";
import { type ArticleSummary, type ArticleText, changeArticle, MAX_SLUG, MAX_SUMMARY } from "../contract.ts";
import { articleAside } from "./article-aside.ts";
import type { ArticleProps } from "./article-props.ts";
import { patchArticle, rereadLists } from "./queries.ts";
import type { Draft } from "./use-draft.ts";
import { collectionName } from "./labels.tsx";

type Audience = ArticleSummary["audience"];

interface Props extends ArticleProps {
  readonly text: ArticleText;
  readonly draft: Draft;
  readonly readOnly: boolean;
}
export function ArticleDetails({ projectId, article, list, locale, text, draft, admin, readOnly }: Props) {
  const change = useRouteMutation(changeArticle, {
    done: (fresh) => {
      patchArticle(projectId, article.id, locale, { article: fresh.article });
      void rereadLists(projectId);
    },
  });
  const params = { projectId, articleId: article.id };
  const locked = !admin || article.archivedAt !== null || change.isPending;
  const slug = draft.fields.slug ?? text.slug;
  const isOpenToAll = article.audience === "public" && article.archivedAt === null;
  return (
    <aside aria-label={m.help_details()} className="grid grid-cols-1 content-start gap-4">
      <Field label={m.help_collection()} hint={admin ? undefined : m.help_admins_only()}>
        <Select
          value={article.collectionId ?? ""}
          disabled={locked}
          onChange={(value) => change.mutate({ params, body: { collectionId: (value || null) as never } })}
          options={[
            { value: "", label: m.help_without_collection() },
            ...list.items.map((collection) => ({ value: collection.id, label: collectionName(collection, list.defaultLocale) })),
          ]}
        />
      </Field>
      <Field label={m.help_audience()} hint={article.audience === "told" ? m.help_told_hint() : undefined}>
        <Select
          value={article.audience}
          disabled={locked}
          onChange={(value) =>
            change.mutate({ params, body: { audience: value as Audience, ...(value === "told" && { assistant: true }) } })
          }
          options={[
            { value: "public", label: m.help_public() },
            { value: "told", label: m.help_told() },
            { value: "members", label: m.help_members() },
          ]}
        />
      </Field>
      {(article.audience === "public" || (article.audience === "told" && !article.assistant)) && (
        <Checkbox
          label={m.help_assistant_uses()}
          checked={article.assistant}
          disabled={locked}
          onChange={(assistant) => change.mutate({ params, body: { assistant } })}
        />
      )}
      <Field
        label={m.help_address()}
        hint={
          text.liveSlug !== null && slug !== text.liveSlug
            ? m.help_address_leads_on({ slug: text.liveSlug })
            : text.slugKept
              ? undefined
              : m.help_address_follows()
        }
      >
        <TextInput
          value={slug}
          readOnly={readOnly}
          limit={MAX_SLUG}
          dir="ltr"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) =>
            draft.write({
              slug:
                event.target.value
                  .toLowerCase()
                  .replaceAll(/[^a-z0-9]+/g, "-")
                  .replace(/^-/, "") || null,
            })
          }
          onBlur={() => draft.fields.slug && draft.write({ slug: draft.fields.slug.replace(/-$/, "") })}
        />
      </Field>
      <Field label={m.help_summary()} hint={m.help_summary_hint()}>
        <TextArea
          value={draft.fields.summary}
          readOnly={readOnly}
          limit={MAX_SUMMARY}
          dir="auto"
          lang={locale}
          onChange={(event) => draft.write({ summary: event.target.value })}
        />
      </Field>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs text-muted [&_dd]:wrap-anywhere">
        <dt>{m.help_changed_at()}</dt>
        <dd>
          <RelativeTime at={text.updatedAt} /> {text.updatedBy && m.help_by({ name: text.updatedBy })}
        </dd>
        {text.publishedAt && (
          <>
            <dt>{m.help_published_at()}</dt>
            <dd>
              {formatFull(text.publishedAt)} {text.publishedBy && m.help_by({ name: text.publishedBy })}
            </dd>
          </>
        )}
        <dt>{m.help_created_at()}</dt>
        <dd>
          {formatFull(article.createdAt)} {article.createdBy && m.help_by({ name: article.createdBy })}
        </dd>
      </dl>
      <Suspense>
        <Slot of={articleAside} {...{ projectId, articleId: article.id, locale, admin }} version={isOpenToAll ? text.version : null} />
      </Suspense>
    </aside>
  );
}
