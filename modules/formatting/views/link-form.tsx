// The form for a link of the formatted field, in a bar below the text: the focus returns to the text when it is closed.
import type { ComposerLink } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { type KeyboardEvent, useId, useState } from "react";
import { createPortal } from "react-dom";

interface LinkFormProps {
  readonly link: ComposerLink;
  readonly below: HTMLElement;
  /** Whether it can be an address. */
  put(address: string, words: string): boolean;
  onClose(): void;
}
const INPUT =
  "h-8 min-w-0 flex-1 basis-40 rounded-md border border-control bg-surface px-2 text-sm max-lg:text-lg aria-invalid:border-bad pointer-coarse:h-11";

export default function LinkForm({ link, below, put, onClose }: LinkFormProps) {
  const id = useId();
  const [words, setWords] = useState(link.words);
  const [address, setAddress] = useState(link.address);
  const [isRefused, setRefused] = useState(false);
  const needsWords = link.words === "";
  function submit(): void {
    if (put(address, words)) onClose();
    else setRefused(true);
  }
  // It stands inside the form of the reply, which Enter would send.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !isButton) submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return createPortal(
    <div role="group" aria-label={m.formatting_link()} onKeyDown={onKeyDown} className="grid gap-1 border-t border-line px-3.5 py-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {needsWords && (
          <input
            aria-label={m.formatting_link_words()}
            placeholder={m.formatting_link_words()}
            value={words}
            dir="auto"
            onChange={(event) => setWords(event.target.value)}
            className={INPUT}
          />
        )}
        <input
          aria-label={m.formatting_link_address()}
          placeholder="https://"
          value={address}
          dir="ltr"
          inputMode="url"
          autoFocus
          spellCheck={false}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-refused` : undefined}
          onChange={(event) => {
            setAddress(event.target.value);
            setRefused(false);
          }}
          className={INPUT}
        />
        <Button size="sm" variant="primary" onClick={submit} disabled={address.trim() === "" && link.address === ""}>
          {address.trim() === "" && link.address !== "" ? m.formatting_link_remove() : m.formatting_link_apply()}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {m.formatting_link_cancel()}
        </Button>
      </div>
      {isRefused && (
        <p id={`${id}-refused`} role="alert" className="text-xs text-bad-text">
          {m.formatting_link_refused()}
        </p>
      )}
    </div>,
    below,
  );
}
