// Renders a message's text. Most are plain words and links; the first one with Markdown loads the renderer for it.
import { importPart } from "../api.ts";
import { autolinked, mayContainMarkdown } from "#kernel/rich-text/quick.ts";
import type { PanelController } from "./controller.ts";
import { type Child, h } from "./dom.ts";
import { lazyPart } from "./lazy-part.ts";
import { basic, basicBy } from "./rich-basics.tsx";

const lazyRichNodes = lazyPart(() => importPart("@rich-nodes", () => import("../lazy/rich-nodes.ts")), true);

/** While the parser is loading, and if it cannot be loaded, the text is shown as it was written. */
export function Markdown({ controller, text }: { controller: PanelController; text: string }): Child {
  const part = lazyRichNodes(mayContainMarkdown(text), controller);
  return part ? part.rich(h, basicBy, text) : autolinked(text).map(basic);
}
