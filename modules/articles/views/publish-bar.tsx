// Publication state of a text, and the actions that change it.
import { queryClient, useRouteMutation } from "#dashboard/api.ts";
import { Button, buttonLink, IconButton } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { toast, useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useRouter } from "@tanstack/react-router";
import { Archive, CalendarClock, CalendarX, EllipsisVertical, ExternalLink, Eye, EyeOff, History, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import {
  archiveArticle,
  type ArticleSummary,
  type ArticleText,
  articlesPath,
  deleteArticle,
  articlePreviewPath,
  publicArticlePath,
  publishArticle,
  readArticle,
  restoreArticle,
  scheduleArticle,
  unpublishArticle,
} from "../contract.ts";
import type { ArticleProps } from "./article-props.ts";
import { patchArticle, rereadLists } from "./queries.ts";
import type { Draft } from "./use-draft.ts";
import { StateChip, stateOf } from "./labels.tsx";

const VersionsDialog = lazy(() => import("./versions-dialog.tsx"));
const ScheduleDialog = lazy(() => import("./schedule-dialog.tsx"));
type OpenDialog = "unpublish" | "archive" | "delete" | "schedule" | "versions";

interface Props extends ArticleProps {
  readonly text: ArticleText;
  readonly draft: Draft;
  readonly title: string;
  readonly readOnly: boolean;
}
export function PublishBar({ projectId, article, list, locale, text, draft, title, admin, readOnly }: Props) {
  const router = useRouter();
  const say = useToast();
  const [shown, setShown] = useState<OpenDialog>();
  const close = (): void => setShown(undefined);
  const params = { projectId, articleId: article.id };
  const inLocale = { ...params, locale };
  const put = (fresh: { article: ArticleSummary; text?: ArticleText | undefined }): void => {
    patchArticle(
      projectId,
      article.id,
      locale,
      fresh.text === undefined ? { article: fresh.article } : { article: fresh.article, text: fresh.text },
    );
    void rereadLists(projectId);
    void queryClient.invalidateQueries({ queryKey: [readArticle.name] });
  };
  const putAndClose = (fresh: Parameters<typeof put>[0]): void => {
    put(fresh);
    close();
  };
  // Publishing has no dialog, so a dialog that was opened meanwhile stays open.
  const publish = useRouteMutation(publishArticle, {
    done: (fresh) => {
      put(fresh);
      toast({ title: m.help_published_now({ title }), tone: "ok" });
    },
  });
  const unpublish = useRouteMutation(unpublishArticle, { done: putAndClose });
  const schedule = useRouteMutation(scheduleArticle, { suppressToast: true, done: putAndClose });
  const archive = useRouteMutation(archiveArticle, { done: putAndClose });
  const restore = useRouteMutation(restoreArticle, { done: put });
  const remove = useRouteMutation(deleteArticle, {
    done: () => {
      void rereadLists(projectId);
      say({ title: m.help_deleted({ title }), tone: "ok" });
      void router.navigate({ to: articlesPath(projectId) });
    },
  });
  const [flushing, setFlushing] = useState(false);
  /** Saves the draft; undefined when that failed. */
  const stored = async (): Promise<ArticleText | undefined> => {
    if (draft.state.kind === "saved") return text;
    setFlushing(true);
    return await draft.flush().finally(() => setFlushing(false));
  };
  const go = async (): Promise<void> => {
    const latest = await stored();
    if (latest) publish.mutate({ params: inLocale, body: { revision: latest.revision } });
  };
  const preview = async (): Promise<void> => {
    // Opened before saving, because browsers block windows that are opened after an asynchronous wait.
    const page = window.open("", "_blank");
    const latest = await stored();
    const address = articlePreviewPath(projectId, article.id, locale);
    if (page && latest) page.location.replace(address);
    else page?.close();
  };
  const archived = article.archivedAt !== null;
  const live = text.version !== null;
  const looks: MenuItem[] = [{ label: m.help_versions_menu(), icon: History, onSelect: () => setShown("versions") }];
  const changes: MenuItem[] = archived
    ? [{ label: m.help_delete_forever(), icon: Trash2, tone: "danger", onSelect: () => setShown("delete") }]
    : [
        text.publishAt === null
          ? { label: m.help_schedule(), icon: CalendarClock, onSelect: () => setShown("schedule") }
          : {
              label: m.help_unschedule(),
              icon: CalendarX,
              onSelect: () => schedule.mutate({ params: inLocale, body: { revision: text.revision, at: null } }),
            },
        ...(live ? [{ label: m.help_unpublish(), icon: EyeOff, onSelect: () => setShown("unpublish") }] : []),
        "separator",
        { label: m.help_archive(), icon: Archive, tone: "danger", onSelect: () => setShown("archive") },
      ];
  const items = admin ? [...looks, "separator" as const, ...changes] : looks;
  const state = stateOf(text);
  const mayPublish = draft.state.kind !== "conflict" && (state !== "published" || draft.state.kind !== "saved");
  return (
    <div className="ms-auto flex flex-wrap items-center gap-2">
      <StateChip state={archived ? "archived" : text.publishAt !== null ? "scheduled" : state} />
      {text.publishAt !== null && <span className="text-xs text-muted">{formatFull(text.publishAt)}</span>}
      {text.liveSlug !== null && list.open && (
        <a href={publicArticlePath(list.projectSlug, locale, text.liveSlug)} target="_blank" rel="noopener" className={buttonLink}>
          <ExternalLink className="size-4" aria-hidden />
          <span className="max-sm:sr-only">{m.help_view_page()}</span>
        </a>
      )}
      <Button onClick={() => void preview()}>
        <Eye className="size-4 sm:hidden" aria-hidden />
        <span className="max-sm:sr-only">{m.help_preview()}</span>
      </Button>
      {admin && archived && (
        <Button busy={restore.isPending} onClick={() => restore.mutate({ params, body: {} })}>
          {m.help_restore()}
        </Button>
      )}
      {admin && !archived && (
        <Button
          variant="primary"
          busy={publish.isPending || flushing}
          // Not `disabled`, because the focus would be lost when publishing ends.
          aria-disabled={mayPublish ? undefined : true}
          onClick={() => mayPublish && void go()}
        >
          {live ? m.help_update() : m.help_publish()}
        </Button>
      )}
      <Menu align="end" items={items} trigger={<IconButton label={m.help_more_for({ title })} icon={EllipsisVertical} size="md" />} />
      <ConfirmDialog
        open={shown === "unpublish"}
        onClose={close}
        title={m.help_unpublish_title({ title })}
        body={m.help_unpublish_body()}
        action={m.help_unpublish()}
        busy={unpublish.isPending}
        onConfirm={() => unpublish.mutate({ params: inLocale, body: {} })}
      />
      <ConfirmDialog
        open={shown === "archive"}
        onClose={close}
        title={m.help_archive_title({ title })}
        body={m.help_archive_body()}
        action={m.help_archive()}
        busy={archive.isPending}
        onConfirm={() => archive.mutate({ params, body: {} })}
      />
      <ConfirmDialog
        open={shown === "delete"}
        onClose={close}
        title={m.help_delete_title({ title })}
        body={m.help_delete_body()}
        action={m.help_delete_forever()}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params, body: { confirm: article.id } })}
      />
      <Suspense>
        {shown === "schedule" && (
          <ScheduleDialog
            error={schedule.error}
            busy={schedule.isPending}
            onClose={close}
            onPick={(at) =>
              void stored().then((latest) => latest && schedule.mutate({ params: inLocale, body: { revision: latest.revision, at } }))
            }
          />
        )}
        {shown === "versions" && (
          <VersionsDialog
            {...inLocale}
            words={draft.fields}
            onClose={close}
            onTake={
              readOnly
                ? undefined
                : (words, version) => {
                    const before = draft.fields;
                    draft.replace(words);
                    close();
                    toast({ title: m.help_version_taken({ version }), tone: "ok", undo: () => draft.replace(before) });
                  }
            }
          />
        )}
      </Suspense>
    </div>
  );
}
