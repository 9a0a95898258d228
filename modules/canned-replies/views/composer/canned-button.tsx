// The composer's button for canned replies, and its look at placeholders before sending. The list is loaded with the first `/`.
import { queryClient, reading } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { MessageSquareQuote } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { listCannedReplies, placeholdersIn } from "../../contract.ts";

const loadList = () => import("./canned-list.tsx");
const List = lazy(loadList);

export default function CannedButton(props: PropsOf<typeof composerTool>) {
  const { projectId, composer, above } = props;
  const place = useRef<HTMLSpanElement>(null);
  const [needed, setNeeded] = useState(false);

  useEffect(() => {
    const form = place.current?.closest("form");
    const typed = (event: Event): void => {
      if (event instanceof InputEvent && event.data === "/") setNeeded(true);
    };
    // Whoever writes may soon need them.
    const begins = (): void => {
      void loadList();
      void queryClient.prefetchQuery({
        ...reading(listCannedReplies, { params: { projectId } as never }),
        staleTime: 300_000,
        retry: false,
      });
    };
    form?.addEventListener("input", typed);
    form?.addEventListener("focusin", begins, { once: true });
    return () => {
      form?.removeEventListener("input", typed);
      form?.removeEventListener("focusin", begins);
    };
  }, [projectId]);

  const check = useEffectEvent((text: string) => {
    const missing = placeholdersIn(text);
    const [first] = missing;
    if (first === undefined) return undefined;
    const from = text.indexOf(first);
    return {
      says: m.canned_placeholders({ count: missing.length, names: missing.join(", ") }),
      select: [from, from + first.length] as const,
    };
  });
  const register = useEffectEvent(() => composer.checkBeforeSending((text) => check(text)));
  useEffect(() => register(), []);

  /** Types the slash, as the member would. */
  function open(): void {
    setNeeded(true);
    composer.focus();
    const { text, to } = composer.read();
    const slash = to === 0 || /\s/.test(text[to - 1] ?? "") ? "/" : " /";
    composer.write(text.slice(0, to) + slash + text.slice(to), { select: [to + slash.length, to + slash.length] });
    composer.field()?.dispatchEvent(new InputEvent("input", { bubbles: true, data: "/" }));
  }
  useCommand(open, { label: m.canned_insert(), group: m.conversations_title() });
  return (
    <span ref={place}>
      <IconButton label={m.canned_insert()} shortcut="/" icon={MessageSquareQuote} onClick={open} />
      {needed && above && (
        <Suspense>
          <List {...props} above={above} within={place} />
        </Suspense>
      )}
    </span>
  );
}
