// Renders the page for an address without an open help center. It shows nothing of any project.
import { Html, html } from "#kernel/http/html.ts";
import { cssOf, policyFor } from "./style.ts";
import { themeCss } from "./theme.ts";
import { translationsForReader } from "./translations.ts";

/** The default accent colour. */
const THEME = themeCss("#3b5bdb");
const CSS = cssOf(["lost"]);

/** The whole document, and its Content-Security-Policy. */
export function noCenterPage(acceptLanguage: string | null): { body: string; policy: string } {
  const { words, spoken } = translationsForReader(acceptLanguage);
  const page = html`<html lang="${spoken}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${words.noCenter}</title>
      <meta name="robots" content="noindex" />
      ${new Html(`<style>${CSS}</style><style>${THEME}</style>`)}
    </head>
    <body>
      <main class="wrap narrow lost">
        <span aria-hidden="true">?</span>
        <h1>${words.noCenter}</h1>
        <p class="lead">${words.noCenterSays}</p>
      </main>
    </body>
  </html>`;
  return { body: `<!doctype html>${page.text}`, policy: policyFor([CSS, THEME], "", []) };
}
