// One group of unanswered questions.
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { articlePath } from "#modules/articles/contract";
import type { Gap } from "../contract.ts";

interface CardProps {
  readonly projectId: string;
  readonly gap: Gap;
  readonly busy: boolean;
  onWrite(): void;
  onName(): void;
  onState(to: "open" | "ignored"): void;
}
const LINK = "text-accent-text underline-offset-2 hover:underline";

export function GapCard({ projectId, gap, busy, onWrite, onName, onState }: CardProps) {
  const { question, article, found, maybe, examples } = gap;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p lang={gap.locale} dir="auto" className="font-medium wrap-anywhere">
          {question}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {m.help_gaps_asked({ count: gap.questions })} · <RelativeTime at={gap.lastAt} /> · {gap.locale}
        </p>
        {article && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2">
            <span className="text-muted">{m.help_gaps_article()}</span>
            <Link to={articlePath(projectId, article.articleId)} dir="auto" className={`${LINK} wrap-anywhere`}>
              {article.title || m.help_insights_untitled()}
            </Link>
            <Chip tone={article.published ? "ok" : "neutral"}>{article.published ? m.help_gaps_published() : m.help_gaps_draft()}</Chip>
          </p>
        )}
        {found && found.articleId !== article?.articleId && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2">
            <Chip tone="ok">{m.help_gaps_found()}</Chip>
            <Link to={articlePath(projectId, found.articleId)} dir="auto" className={`${LINK} wrap-anywhere`}>
              {found.title || m.help_insights_untitled()}
            </Link>
          </p>
        )}
        {maybe && maybe.articleId !== article?.articleId && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2">
            <Chip>{m.help_gaps_maybe()}</Chip>
            <Link to={articlePath(projectId, maybe.articleId)} dir="auto" className={`${LINK} wrap-anywhere`}>
              {maybe.title || m.help_insights_untitled()}
            </Link>
          </p>
        )}
        <details className="mt-1">
          <summary className="w-max rounded-xs py-0.5 text-xs text-muted hover:text-text pointer-coarse:min-h-11">
            {m.help_gaps_examples()}
          </summary>
          <ul className="mt-1 grid gap-1.5 border-s-2 border-line ps-3">
            {examples.map((it) => (
              <li key={it.id}>
                <p lang={gap.locale} dir="auto" className="wrap-anywhere">
                  {it.question}
                </p>
                <p className="flex flex-wrap gap-x-2 text-xs text-muted">
                  {it.source === "search"
                    ? m.help_gaps_source_search()
                    : it.source === "feedback"
                      ? m.help_gaps_source_feedback()
                      : m.help_gaps_source_assistant()}
                  {it.article && (
                    <Link to={articlePath(projectId, it.article.articleId)} className={LINK}>
                      {it.article.title || m.help_insights_untitled()}
                    </Link>
                  )}
                  <RelativeTime at={it.createdAt} />
                  {it.conversationId && (
                    <Link to={threadPath(projectId, it.conversationId)} className={LINK}>
                      {m.help_gaps_conversation()}
                    </Link>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </details>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {gap.state === "open" ? (
          <>
            <Button
              size="sm"
              variant="primary"
              icon={PenLine}
              busy={busy}
              aria-label={m.help_gaps_write_of({ question })}
              onClick={onWrite}
            >
              {m.help_gaps_write()}
            </Button>
            <Button size="sm" aria-label={m.help_gaps_named_of({ question })} onClick={onName}>
              {m.help_gaps_named()}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              busy={busy}
              aria-label={m.help_gaps_ignore_of({ question })}
              onClick={() => onState("ignored")}
            >
              {m.help_gaps_ignore()}
            </Button>
          </>
        ) : (
          <Button size="sm" busy={busy} aria-label={m.help_gaps_reopen_of({ question })} onClick={() => onState("open")}>
            {m.help_gaps_reopen()}
          </Button>
        )}
      </div>
    </li>
  );
}
