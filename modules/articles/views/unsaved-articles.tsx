// Handles local drafts that were never saved: saves them if nobody else has changed the text, else lists them for a decision.
import { call } from "#dashboard/api.ts";
import { isOnline, onConnection } from "#dashboard/online.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { articlePath, saveArticleText } from "../contract.ts";
import { discardLocalDraft, storeLocalDraft, type LocalDraft, localDraftsOf } from "./local-drafts.ts";
import { rereadLists } from "./queries.ts";

/** Newer drafts may still be edited in another window, which saves them itself. */
const SETTLED = 60_000;

interface Waiting {
  readonly kept: LocalDraft;
  readonly gone: boolean;
}
/** Saves a local draft on the revision that it is based on. Answers it if a person has to decide. */
async function store(me: string, projectId: string, kept: LocalDraft): Promise<Waiting | undefined> {
  const [articleId = "", locale = ""] = kept.key.split("/");
  const { revision, title, summary, content } = kept;
  const slug = kept.slug?.replace(/-$/, "") ?? kept.slug;
  try {
    await call(saveArticleText, {
      params: { projectId, articleId, locale },
      body: { revision, title, summary, content, ...(slug === undefined ? {} : { slug }) },
    });
    discardLocalDraft(me, kept.key, kept);
    return undefined;
  } catch (error) {
    return { kept, gone: error instanceof CallError && error.status === 404 };
  }
}

export function UnsavedArticles({ projectId }: { projectId: string }) {
  const me = useMe().id;
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(() => {
    let over = false;
    const check = async (): Promise<void> => {
      const settled = localDraftsOf(me, projectId).filter(({ at }) => Date.now() - at > SETTLED);
      if (settled.length === 0) return;
      const left: Waiting[] = [];
      for (const kept of settled) {
        const one = await store(me, projectId, kept);
        if (one) left.push(one);
      }
      if (over) return;
      setWaiting(left);
      if (left.length < settled.length) void rereadLists(projectId);
    };
    void check();
    const stop = onConnection(() => isOnline() && void check());
    return () => {
      over = true;
      stop();
    };
  }, [me, projectId]);
  if (waiting.length === 0) return null;
  const drop = ({ kept }: Waiting, title: string): void => {
    discardLocalDraft(me, kept.key);
    setWaiting(waiting.filter((one) => one.kept !== kept));
    toast({ title: m.help_unsaved_dropped({ title }), tone: "ok", undo: () => storeLocalDraft(me, kept) });
  };
  return (
    <section aria-label={m.help_unsaved()} className="mb-4 rounded-md bg-warn-soft px-4 py-3 text-warn-text">
      <h2 className="font-medium">{m.help_unsaved()}</h2>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {waiting.map((one) => {
          const { kept, gone } = one;
          const title = kept.title.trim() || m.help_untitled();
          const [articleId = "", language] = kept.key.split("/");
          return (
            <li key={kept.key} className="flex flex-wrap items-center gap-2">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
                {gone && <span className="text-xs"> · {m.help_unsaved_gone()}</span>}
              </span>
              {gone ? (
                <CopyButton text={`# ${title}\n\n${kept.content}`} label={m.help_unsaved_copy()} />
              ) : (
                <Link to={articlePath(projectId, articleId)} search={{ language } as never} className={buttonClasses("secondary", "sm")}>
                  {m.help_unsaved_open()}
                </Link>
              )}
              <Button size="sm" onClick={() => drop(one, title)}>
                {m.help_unsaved_drop()}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
