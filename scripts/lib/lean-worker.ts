// What packages bring along that the worker never runs, replaced while it is built: some 15 kB after compression. Every entry says why
// it is dead here. Only the build is changed: unit tests run the packages as they are, the suites on the emitted worker run these.
import type { Plugin } from "vite";

/**
 * By the end of a file's path: what it is instead. A package whose file moves or changes its shape fails the
 * build.
 */
const LEAN: Readonly<Record<string, string>> = {
  // A table of all named characters, for making text of HTML: our mail parser never lets postal-mime do that (mime-parser.ts).
  "/postal-mime/dist/esm/text-format.js": `const never = () => { throw new Error("the mail parser makes no text of HTML here"); };
export { never as formatHtmlHeader, never as formatTextHeader, never as htmlToText, never as textToHtml };`,
  // The same table for reading Markdown by micromark: Markdown is only written with these packages, and read by our own reader.
  "/character-entities/index.js": "export const characterEntities = {};",
  // For writing characters by their names, which no caller asks for.
  "/character-entities-html4/index.js": "export const characterEntitiesHtml4 = {};",
  "/character-entities-legacy/index.js": "export const characterEntitiesLegacy = [];",
  // Sentences about parse errors, and a virtual file to report places in: nobody listens to errors, and no place is used.
  "/hast-util-from-html/lib/index.js": `import { fromParse5 } from "hast-util-from-parse5";
import { parse, parseFragment } from "parse5";
export const fromHtml = (html, { fragment } = {}) => fromParse5((fragment ? parseFragment : parse)(html, { scriptingEnabled: false }));`,
  // Which end tags may be left out: nobody asks for that.
  "/hast-util-to-html/lib/omission/closing.js": "export const closing = () => false;",
  "/hast-util-to-html/lib/omission/opening.js": "export const opening = () => false;",
  // Footnotes and bare addresses, which from-html.ts takes out of the list again: the first two.
  "/mdast-util-gfm/index.js": `import { gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
export const gfmToMarkdown = (options) =>
  ({ extensions: [{}, {}, gfmStrikethroughToMarkdown(), gfmTableToMarkdown(options), gfmTaskListItemToMarkdown()] });`,
  "/parse5/dist/common/error-codes.js": "export const ERR = {};",
  // How attributes of SVG are spelt: pictures of that kind are taken out of everything that is kept.
  "/property-information/lib/svg.js": `import { caseSensitiveTransform } from "./util/case-sensitive-transform.js";
import { create } from "./util/create.js";
export const svg = create({ properties: {}, transform: caseSensitiveTransform });`,
  // The platform has it.
  "/@ungap/structured-clone/esm/index.js": "export default structuredClone;",
};

/** The build of the worker without them. */
export function leanWorker(): Plugin {
  const left = new Set(Object.keys(LEAN));
  return {
    name: "lean-worker",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "server",
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\.js$/ },
      handler(_code, id) {
        const path = (id.split("?")[0] ?? "").replaceAll("\\", "/");
        const found = Object.keys(LEAN).find((end) => path.endsWith(end));
        const lean = LEAN[found ?? ""];
        if (found === undefined || lean === undefined) return undefined;
        left.delete(found);
        return { code: lean, map: null };
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) throw new Error(`the worker's build no longer meets ${[...left].join(", ")}: look at lean-worker.ts`);
    },
  };
}
