// In the composer: the button for the toolbar and the one for emoji, the keys, and what becomes of formatted pastes. The text is Markdown
// all the time; nothing here changes more of it than it says.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Smile, Type } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { codeBlock, insert, link, type Selected, toggleLines, toggleSign } from "./change.ts";
import { FormatBar } from "./format-bar.tsx";
import { isFormatted } from "./is-formatted.ts";

const EmojiPicker = lazy(() => import("./emoji/emoji-picker.tsx"));
const EmojiList = lazy(() => import("./emoji/emoji-list.tsx"));
const STORED = "formatting";

/** By the key with Ctrl or Cmd; `+` stands for Shift. */
const KEYS: Readonly<Record<string, (at: Selected) => Selected>> = {
  b: (at) => toggleSign(at, "bold"),
  i: (at) => toggleSign(at, "italic"),
  e: (at) => toggleSign(at, "code"),
  "+x": (at) => toggleSign(at, "strike"),
  "+e": codeBlock,
  "+u": link,
  "+7": (at) => toggleLines(at, "numbers"),
  "+8": (at) => toggleLines(at, "bullets"),
  "+9": (at) => toggleLines(at, "quote"),
};

export default function FormatTools({ composer, above, below }: PropsOf<typeof composerTool>) {
  const me = useMe().id;
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(() => readBrowserStorage(me, STORED) === true);
  const [picking, setPicking] = useState(false);
  const [typed, setTyped] = useState(false);

  const run = useEffectEvent((change: (at: Selected) => Selected): void => {
    const { text, from, to } = change(composer.read());
    composer.write(text, { select: [from, to] });
  });
  const focusText = (): void => place.current?.closest("form")?.querySelector("textarea")?.focus();
  const stopPicking = useCallback(() => {
    setPicking(false);
    place.current?.closest("form")?.querySelector("textarea")?.focus();
  }, []);

  useEffect(() => {
    const form = place.current?.closest("form");
    const inText = ({ target }: Event): boolean => target instanceof HTMLTextAreaElement;
    const key = (event: KeyboardEvent): void => {
      if (!inText(event) || event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      // With Shift, digits are other signs.
      const digit = /^Digit(\d)$/.exec(event.code)?.[1];
      const change = KEYS[event.shiftKey ? `+${digit ?? event.key.toLowerCase()}` : event.key.toLowerCase()];
      if (!change) return;
      event.preventDefault();
      event.stopPropagation();
      run(change);
    };
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData;
      const html = data?.getData("text/html") ?? "";
      if (!inText(event) || data === null || data.files.length > 0 || html === "" || !isFormatted(html, [...data.types])) return;
      const plain = data.getData("text/plain");
      event.preventDefault();
      event.stopPropagation();
      import("./pasted.ts").then(
        ({ pastedMarkdown }) => run((at) => insert(at, pastedMarkdown(html) || plain)),
        () => run((at) => insert(at, plain)),
      );
    };
    const colon = (event: Event): void => {
      if (event instanceof InputEvent && event.data === ":") setTyped(true);
    };
    form?.addEventListener("keydown", key);
    form?.addEventListener("paste", paste);
    form?.addEventListener("input", colon);
    return () => {
      form?.removeEventListener("keydown", key);
      form?.removeEventListener("paste", paste);
      form?.removeEventListener("input", colon);
    };
  }, []);

  function toggle(): void {
    setOpen(!open);
    writeBrowserStorage(me, STORED, !open);
  }
  return (
    <span ref={place} className="flex">
      <IconButton label={m.formatting_toolbar()} icon={Type} aria-expanded={open} onClick={toggle} />
      <IconButton
        label={m.formatting_emoji()}
        shortcut=":"
        icon={Smile}
        aria-expanded={picking}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => (picking ? stopPicking() : setPicking(true))}
      />
      {open &&
        below &&
        createPortal(
          <FormatBar
            onChange={(change) => {
              const { text, from, to } = change(composer.read());
              composer.write(text, { select: [from, to] });
              focusText();
            }}
            onLeave={focusText}
          />,
          below,
        )}
      {above && (
        <Suspense>
          {picking && (
            <EmojiPicker
              above={above}
              choose={(emoji) => {
                setPicking(false);
                const { text, from, to } = insert(composer.read(), emoji);
                composer.write(text, { select: [from, to] });
              }}
              onClose={stopPicking}
            />
          )}
          {typed && <EmojiList composer={composer} above={above} within={place} />}
        </Suspense>
      )}
    </span>
  );
}
