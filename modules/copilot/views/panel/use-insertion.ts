// Puts a text into the composer, and takes it out again.
import type { ComposerText } from "#dashboard/screen.ts";
import { useState } from "react";

type Kind = "reply" | "note";
interface Inserted {
  readonly kind: Kind;
  /** What the composer held before, exactly. */
  readonly before: string;
}

export interface Insertion {
  readonly inserted: boolean;
  /** Puts the text in front of what is written. */
  insert(text: string, kind: Kind): void;
  undo(): void;
}
export function useInsertion(composer: ComposerText): Insertion {
  const [held, setHeld] = useState<Inserted>();
  return {
    inserted: held !== undefined,
    insert(text, kind) {
      const before = composer.read(kind).text;
      composer.write([text, before].filter(Boolean).join("\n\n"), { kind, select: [text.length, text.length] });
      setHeld({ kind, before });
    },
    undo() {
      if (held) composer.write(held.before, { kind: held.kind });
      setHeld(undefined);
    },
  };
}
