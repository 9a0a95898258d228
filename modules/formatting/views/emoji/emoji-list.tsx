// The list of emoji that opens with `:` and two letters.
import type { ComposerText } from "#dashboard/screen.ts";
import { Suggestions } from "#dashboard/ui/suggestions.tsx";
import { m } from "#messages";
import { type RefObject, useEffect, useState } from "react";
import { type Emoji, findEmojis, type Group, loadEmojis } from "./emojis.ts";

interface ListProps {
  readonly composer: ComposerText;
  readonly above: HTMLElement;
  readonly within: RefObject<HTMLElement | null>;
}
const MOST = 20;
/** One letter after a colon is rather a time or the end of a sentence. */
const FROM = 2;

export default function EmojiList({ composer, above, within }: ListProps) {
  const [all, setAll] = useState<readonly Group[]>([]);
  // Without the data nothing is offered, and what is typed stays.
  useEffect(() => void loadEmojis().then(setAll, () => undefined), []);
  return (
    <Suggestions<Emoji>
      trigger=":"
      within={within}
      field={composer.field}
      read={composer.read}
      above={above}
      label={m.formatting_emoji()}
      find={(query) => (query.length < FROM ? [] : findEmojis(all, query, MOST))}
      keyOf={({ emoji }) => emoji}
      choose={({ emoji }, word) => {
        const { text } = composer.read();
        const caret = word.from + emoji.length;
        composer.write(text.slice(0, word.from) + emoji + text.slice(word.from + 1 + word.query.length), { select: [caret, caret] });
      }}
      count={(count) => m.formatting_emoji_found({ count })}
      loading={null}
      draw={({ emoji, name }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span aria-hidden className="text-lg leading-none">
            {emoji}
          </span>
          <span className="min-w-0 truncate text-sm">{name}</span>
        </span>
      )}
    />
  );
}
