/** @jsxImportSource preact */
// A message's text. Most messages are plain words and links; the first one with Markdown fetches what can show it.
import { autolinked, looksRich } from "#kernel/rich-text/quick.ts";
import { h } from "preact";
import { useMemo } from "preact/hooks";
import type { Engine } from "../types.ts";
import { later } from "./later.ts";
import { basic, basicBy } from "./rich-basics.tsx";

const useRich = later(async (engine: Engine) => {
  const part = await import("./rich-nodes.ts");
  engine.adopt(part.style);
  return part;
});

/** Until the parser is here, and when it cannot be had, the text stands as it was written. */
export function Markdown({ engine, text }: { engine: Engine; text: string }) {
  const part = useRich(looksRich(text), engine);
  return <>{useMemo(() => (part ? part.rich(h, basicBy, text) : autolinked(text).map(basic)), [text, part])}</>;
}
