// An article in one language: title, editor, publication and the details next to it.
import { useTitle } from "#dashboard/title.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { pathOf } from "#kernel/wire/route.ts";
import { upload } from "#modules/files/views";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { type ArticleImage, type ArticleText, helpSettingsPath, MAX_TITLE, type ScheduleFailure, uploadForArticle } from "../contract.ts";
import { ArticleEditor } from "#modules/article-editor/views";
import { BackLink } from "./back-link.tsx";
import { ArticleDetails } from "./article-details.tsx";
import type { ArticleProps } from "./article-props.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { LanguageSelect } from "./language-select.tsx";
import { findTargets } from "./link-targets.ts";
import { PublishBar } from "./publish-bar.tsx";
import { SaveIndicator } from "./save-mark.tsx";
import { useDraft } from "./use-draft.ts";

const SCHEDULE_FAILED: Readonly<Record<ScheduleFailure, (words: { time: string }) => string>> = {
  giver: m.help_schedule_failed_giver,
  text: m.help_schedule_failed_text,
  trouble: m.help_schedule_failed_trouble,
};
export function ArticleForm(props: ArticleProps & { text: ArticleText }) {
  const { projectId, article, locale, text, admin, me } = props;
  const draft = useDraft({ accountId: me, projectId, article, locale, text });
  const title = draft.fields.title.trim() || m.help_untitled();
  useTitle(title);
  const id = useId();
  const titleField = useRef<HTMLTextAreaElement>(null);
  // The title of a new article gets the focus, because typing elsewhere would trigger shortcuts.
  const [isNew] = useState(() => text.revision === 1 && text.title === "" && text.content === "");
  useEffect(() => {
    if (isNew) titleField.current?.focus();
  }, [isNew]);
  const findArticles = useMemo(() => findTargets(projectId, article.id, props.list, locale), [projectId, article.id, props.list, locale]);
  // Scheduled texts can only be changed by those who may publish.
  const readOnly = article.archivedAt !== null || (!admin && text.publishAt !== null);
  return (
    <div className="relative flex h-full min-w-0 flex-1 flex-col overflow-y-auto overscroll-contain">
      <div className="sticky top-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2 sm:px-6">
        <span className="text-muted">
          <BackLink projectId={projectId} />
        </span>
        <LanguageSelect {...props} />
        <SaveIndicator state={draft.state} />
        <PublishBar {...props} draft={draft} title={title} readOnly={readOnly} />
      </div>
      <ConflictNotice draft={draft} />
      {text.scheduleFailed !== null && (
        <p className="bg-warn-soft px-4 py-2 text-warn-text sm:px-6">
          {SCHEDULE_FAILED[text.scheduleFailed.why]({ time: formatFull(text.scheduleFailed.at) })}
        </p>
      )}
      {text.version !== null && !props.list.open && (
        <p className="bg-note-soft px-4 py-2 text-note-text sm:px-6">
          {m.help_not_open()}{" "}
          <Link to={helpSettingsPath(projectId)} className="font-medium underline underline-offset-2">
            {m.help_to_settings()}
          </Link>
        </p>
      )}
      <div className="mx-auto grid w-full max-w-300 flex-1 grid-cols-1 content-start gap-x-8 gap-y-6 px-4 pt-6 pb-12 sm:px-6 xl:grid-cols-[minmax(0,1fr)_280px]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <h1 className="sr-only">{title}</h1>
          <label htmlFor={id} className="sr-only">
            {m.help_title_of_article()}
          </label>
          <textarea
            ref={titleField}
            id={id}
            rows={1}
            dir="auto"
            lang={locale}
            value={draft.fields.title}
            readOnly={readOnly}
            maxLength={MAX_TITLE}
            placeholder={m.help_untitled()}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              // A title has one line, so Enter moves to the text.
              event.preventDefault();
              event.currentTarget.parentElement?.querySelector<HTMLElement>("[contenteditable=true]")?.focus();
            }}
            onChange={(event) => draft.write({ title: event.target.value.replaceAll(/\s*[\r\n]+\s*/g, " ") })}
            className="w-full resize-none rounded-sm bg-transparent field-sizing-content text-xl font-semibold placeholder:text-faint"
          />
          <div lang={locale}>
            <ArticleEditor
              key={draft.round}
              label={m.help_text_of_article()}
              value={draft.fields.content}
              readOnly={readOnly}
              findArticles={findArticles}
              onChange={(content) => draft.write({ content })}
              upload={(file, options) =>
                upload<ArticleImage>(
                  pathOf(
                    uploadForArticle,
                    { projectId, articleId: article.id },
                    { name: file.name.slice(0, 200) || "image", clientId: crypto.randomUUID() },
                  ),
                  file,
                  options,
                )
              }
            />
          </div>
        </div>
        <ArticleDetails {...props} draft={draft} readOnly={readOnly} />
      </div>
    </div>
  );
}
