// Below a message: its translation into the member's language, which takes the place of the text, with the original one click away.
import { call, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { useStore } from "#dashboard/store.ts";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import type { messageText } from "#modules/inbox/views";
import { useQuery } from "@tanstack/react-query";
import { Languages } from "lucide-react";
import { useEffect, useMemo } from "react";
import { languageIn, readCopilot, translateMessage } from "../../contract.ts";
import { ownLocale, reads } from "../languages.ts";
import { Spending, StoredSpending } from "../panel/spending.tsx";
import { sentenceOf } from "../panel/sentence-of.ts";
import { everyMessage } from "./every-message.ts";
import { openShown, setShown, shown } from "./shown.ts";

const STATE_FOR = 300_000;
const LINK = "min-h-6 rounded-xs font-medium text-muted underline decoration-line-strong underline-offset-2 hover:text-text";

export default function MessageTranslation({ projectId, conversationId, message, show }: PropsOf<typeof messageText>) {
  const me = useMe().id;
  openShown(me);
  const language = useMemo(() => languageIn(message.content), [message.content]);
  const isShown = useStore(shown).has(message.id);
  const offersAll = useStore(everyMessage).has(conversationId);
  const offered = isShown || offersAll || (language !== undefined && !reads(language));
  const state = useRouteQuery(readCopilot, { params: { projectId } }, { enabled: offered, staleTime: STATE_FOR });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [translateMessage.name, message.id, ownLocale],
    queryFn: () =>
      call(translateMessage, { params: { projectId, conversationId }, body: { messageId: message.id as never, locale: ownLocale } }),
    enabled: isShown && state.data !== undefined && state.data.obstacle === null,
    // A translation stays what it is, and a failed one is tried again by the member only: it may have cost something.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
  });
  const text = isShown ? data?.text : undefined;
  useEffect(() => show(text), [show, text]);
  if (!offered || state.data === undefined || state.data.obstacle !== null) return null;

  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-1.5 text-2xs text-muted" role="status">
      <Languages className="size-3 shrink-0" aria-hidden />
      {!isShown ? (
        <button type="button" className={LINK} onClick={() => setShown(message.id, true)}>
          {language === undefined ? m.copilot_translate_this() : m.copilot_translate_from({ language: languageName(language) })}
        </button>
      ) : isFetching ? (
        m.copilot_working_translate()
      ) : data ? (
        <>
          <span>{language === undefined ? m.copilot_translated() : m.copilot_translated_from({ language: languageName(language) })}</span>
          <span aria-hidden>·</span>
          {data.spent ? <Spending spent={data.spent} /> : <StoredSpending model={data.model} />}
          <button type="button" className={LINK} onClick={() => setShown(message.id, false)}>
            {m.copilot_show_original()}
          </button>
        </>
      ) : (
        <>
          <span className="text-bad-text">{sentenceOf(error)}</span>
          <button type="button" className={LINK} onClick={() => void refetch()}>
            {m.copilot_retry()}
          </button>
          <button type="button" className={LINK} onClick={() => setShown(message.id, false)}>
            {m.copilot_dismiss()}
          </button>
        </>
      )}
    </div>
  );
}
