// In the composer: the button for the toolbar and the one for emoji, the keys, and what becomes of formatted pastes. In the plain field the
// text is Markdown source; nothing here changes more of it than it says.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import type { ComposerLink, composerTool, PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { pastedFiles } from "#dashboard/data-transfer.ts";
import { Smile, Type } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { insert, type Selected } from "./change.ts";
import { CHANGES, FormatBar, type ToolName } from "./format-bar.tsx";
import { isFormatted } from "./is-formatted.ts";

const EmojiPicker = lazy(() => import("./emoji/emoji-picker.tsx"));
const LinkForm = lazy(() => import("./link-form.tsx"));
const EmojiList = lazy(() => import("./emoji/emoji-list.tsx"));
const STORED = "formatting";

/** By the key with Ctrl or Cmd; `+` stands for Shift. */
const KEYS: Readonly<Record<string, ToolName>> = {
  b: "bold",
  i: "italic",
  e: "code",
  "+x": "strike",
  "+e": "codeBlock",
  "+u": "link",
  "+7": "numbers",
  "+8": "bullets",
  "+9": "quote",
};

export default function FormatTools({ composer, above, below }: PropsOf<typeof composerTool>) {
  const me = useMe().id;
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(() => readBrowserStorage(me, STORED) === true);
  const [picking, setPicking] = useState(false);
  const [typed, setTyped] = useState(false);
  const [linking, setLinking] = useState<ComposerLink>();

  function change(how: (at: Selected) => Selected): void {
    const { text, from, to } = how(composer.read());
    composer.write(text, { select: [from, to] });
  }
  const run = useEffectEvent(change);
  /** Uses a tool of the toolbar: in the formatted field on what is selected, in the plain one on the source. */
  function runTool(name: ToolName): void {
    const { formats } = composer;
    if (!formats) change(CHANGES[name]);
    else if (name === "link") setLinking(formats.link());
    else formats.toggle(name);
  }
  const runByKey = useEffectEvent(runTool);
  const isField = useEffectEvent((target: EventTarget | null) => target !== null && composer.field()?.contains(target as Node) === true);
  const isInCode = useEffectEvent(() => composer.formats?.isOn("codeBlock") === true);
  const { focus } = composer;
  const stopPicking = useCallback(() => {
    setPicking(false);
    focus();
  }, [focus]);

  useEffect(() => {
    const form = place.current?.closest("form");
    const inText = ({ target }: Event): boolean => isField(target);
    const key = (event: KeyboardEvent): void => {
      if (!inText(event) || event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      // With Shift, digits are other signs.
      const digit = /^Digit(\d)$/.exec(event.code)?.[1];
      const tool = KEYS[event.shiftKey ? `+${digit ?? event.key.toLowerCase()}` : event.key.toLowerCase()];
      if (!tool) return;
      event.preventDefault();
      event.stopPropagation();
      runByKey(tool);
    };
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData;
      const html = data?.getData("text/html") ?? "";
      if (!inText(event) || data === null || pastedFiles(data).length > 0 || html === "" || !isFormatted(html, [...data.types])) return;
      // A copy from the formatted field is its own to paste, and code has no formatting.
      if (html.includes("data-pm-slice") || isInCode()) return;
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
    // Before the field, whose own keys and pastes would be the first otherwise.
    form?.addEventListener("keydown", key, true);
    form?.addEventListener("paste", paste, true);
    form?.addEventListener("input", colon);
    return () => {
      form?.removeEventListener("keydown", key, true);
      form?.removeEventListener("paste", paste, true);
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
      {linking && below && (
        <Suspense>
          <LinkForm
            link={linking}
            below={below}
            put={(address, words) => composer.formats?.putLink(address, words) ?? true}
            onClose={() => {
              setLinking(undefined);
              focus();
            }}
          />
        </Suspense>
      )}
      {open &&
        below &&
        createPortal(
          <FormatBar
            formats={composer.formats}
            onUse={(name) => {
              if (!composer.formats) focus();
              runTool(name);
            }}
            onLeave={focus}
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
                change((at) => insert(at, emoji));
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
