// postal-mime makes text of HTML with a table of all named characters: 17 kB of the worker, gzipped. Our parser never lets it take
// that step (modules/email/mail/mime-parser.ts), so the worker is built without it.
import type { Plugin } from "vite";

const STUB = `const never = () => { throw new Error("the mail parser makes no text of HTML here"); };
export { never as formatHtmlHeader, never as formatTextHeader, never as htmlToText, never as textToHtml };`;

/** Leaves `text-format.js` of postal-mime out of the worker's build. */
export function withoutHtmlText(): Plugin {
  return {
    name: "without-html-text",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "server",
    transform: {
      filter: { id: /[\\/]postal-mime[\\/]dist[\\/]esm[\\/]text-format\.js$/ },
      handler: () => ({ code: STUB, map: null }),
    },
  };
}
