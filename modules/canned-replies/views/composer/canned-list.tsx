// The list of canned replies that opens with `/`, and the insertion of the chosen one.
import { call, refusalOf, useRouteQuery } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Kbd } from "#dashboard/ui/kbd.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Suggestions } from "#dashboard/ui/suggestions.tsx";
import type { TriggerWord } from "#dashboard/ui/word-at.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { Paperclip } from "lucide-react";
import type { RefObject } from "react";
import { type CannedReply, cannedRepliesPath, listCannedReplies, useCannedReply, fill } from "../../contract.ts";
import { findReplies } from "./find.ts";
import { valuesOf } from "./values.ts";

interface ListProps extends PropsOf<typeof composerTool> {
  readonly above: HTMLElement;
  readonly within: RefObject<HTMLElement | null>;
}

export default function CannedList({ projectId, conversationId, composer, customer, above, within }: ListProps) {
  const me = useMe();
  const project = useProject();
  const { data, error } = useRouteQuery(listCannedReplies, { params: { projectId } }, { staleTime: 300_000 });
  const values = valuesOf(customer, me.name, project.name);

  function insert(reply: CannedReply, word: TriggerWord): void {
    const { text } = composer.read();
    const { text: filled, missing } = fill(reply.text.trim(), values);
    const [before, after] = [text.slice(0, word.from), text.slice(word.from + 1 + word.query.length)];
    const first = missing[0];
    const at = first === undefined ? -1 : filled.indexOf(first);
    // What has no value is selected, so that typing replaces it.
    const select =
      first === undefined || at < 0
        ? ([word.from + filled.length, word.from + filled.length] as const)
        : ([word.from + at, word.from + at + first.length] as const);
    composer.write(before + filled + after, { select });
    const clientId = crypto.randomUUID();
    const params = { projectId, conversationId, replyId: reply.id } as never;
    const used = async () => (await call(useCannedReply, { params, body: { clientId } })).attachments;
    if (reply.files.length > 0) composer.attach(reply.files, used);
    // A use that could not be counted is no reason to disturb.
    else void used().catch(() => undefined);
  }

  return (
    <Suggestions<CannedReply>
      trigger="/"
      within={within}
      field={composer.field}
      read={composer.read}
      above={above}
      label={m.canned_title()}
      find={(query) => (data ? findReplies(data.items, query) : error ? [] : undefined)}
      keyOf={(reply) => reply.id}
      choose={insert}
      count={(count) => m.canned_found({ count })}
      loading={
        <Skeleton>
          <div className="grid gap-2.5 p-3">
            <Bar className="h-4 w-40" />
            <Bar className="h-3 w-64 max-w-full" />
          </div>
        </Skeleton>
      }
      empty={(query) =>
        error ? (
          <p className="px-3 py-2.5 text-sm text-bad-text">{refusalOf(error)}</p>
        ) : data?.items.length === 0 && query === "" ? (
          <p className="px-3 py-2.5 text-sm text-muted">
            {m.canned_none_yet()}{" "}
            <Link to={cannedRepliesPath(projectId)} className="text-accent-text underline underline-offset-2">
              {m.canned_create_first()}
            </Link>
          </p>
        ) : undefined
      }
      draw={(reply) => <Option reply={reply} text={fill(reply.text, values).text} />}
      footer={
        <>
          <span className="flex items-center gap-1">
            <Kbd keys="Enter" /> {m.canned_hint_insert()}
          </span>
          <span className="flex items-center gap-1">
            <Kbd keys="/" /> {m.canned_hint_articles()}
          </span>
        </>
      }
    />
  );
}

const Option = ({ reply, text }: { reply: CannedReply; text: string }) => (
  <>
    <span className="flex min-w-0 items-center gap-2">
      <span dir="auto" className="min-w-0 truncate text-sm font-medium">
        {reply.title}
      </span>
      {reply.shortcut !== "" && <span className="shrink-0 font-mono text-2xs text-muted">/{reply.shortcut}</span>}
      {!reply.shared && <Chip>{m.canned_personal()}</Chip>}
      {reply.files.length > 0 && (
        <span className="ms-auto flex shrink-0 items-center gap-1 text-2xs text-muted">
          <Paperclip className="size-3" aria-hidden />
          <span aria-hidden>{reply.files.length}</span>
          <span className="sr-only">{m.canned_files({ count: reply.files.length })}</span>
        </span>
      )}
    </span>
    <span dir="auto" className="block truncate text-xs text-muted">
      {text.replaceAll(/\s+/g, " ")}
    </span>
  </>
);
