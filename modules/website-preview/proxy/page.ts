// The readable pages of the preview's origin: what can't be shown, and why.
import { html, type Html } from "#kernel/http/index.ts";
import { escapeHtml } from "#kernel/http/html.ts";
import { m } from "#messages";
import { DIRECTIONS } from "#kernel/language/languages.ts";
import { getLocale } from "#messages/runtime";
import type { End } from "../queries.ts";

export type Fault =
  | "ended"
  | "code"
  | "spent"
  | "nothing"
  | "method"
  | "scope"
  | "away"
  | "address"
  | "redirects"
  | "status"
  | "type"
  | "too_large"
  | "timeout"
  | "unreachable"
  | "path"
  | "failed"
  | End;

const WORDS: Readonly<Record<Fault, { status: number; title: () => string; body: () => string }>> = {
  ended: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_body },
  code: { status: 410, title: m.website_preview_code_title, body: m.website_preview_code_body },
  spent: { status: 429, title: m.website_preview_spent_title, body: m.website_preview_spent_body },
  nothing: { status: 404, title: m.website_preview_nothing_title, body: m.website_preview_nothing_body },
  method: { status: 405, title: m.website_preview_method_title, body: m.website_preview_method_body },
  scope: { status: 403, title: m.website_preview_scope_title, body: m.website_preview_scope_body },
  away: { status: 200, title: m.website_preview_away_title, body: m.website_preview_away_body },
  address: { status: 403, title: m.website_preview_address_title, body: m.website_preview_address_body },
  redirects: { status: 502, title: m.website_preview_redirects_title, body: m.website_preview_redirects_body },
  status: { status: 502, title: m.website_preview_status_title, body: m.website_preview_status_body },
  type: { status: 415, title: m.website_preview_type_title, body: m.website_preview_type_body },
  too_large: { status: 502, title: m.website_preview_large_title, body: m.website_preview_large_body },
  timeout: { status: 504, title: m.website_preview_timeout_title, body: m.website_preview_timeout_body },
  unreachable: { status: 502, title: m.website_preview_unreachable_title, body: m.website_preview_unreachable_body },
  path: { status: 400, title: m.website_preview_path_title, body: m.website_preview_path_body },
  revoked: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_revoked },
  expired: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_expired },
  moved: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_moved },
  access: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_access },
  session: { status: 403, title: m.website_preview_ended_title, body: m.website_preview_ended_session },
  failed: { status: 500, title: m.website_preview_failed_title, body: m.website_preview_failed_body },
};

const CSS =
  ":root{color-scheme:light dark;--canvas:oklch(.976 .003 265);--text:oklch(.215 .014 265);--muted:oklch(.445 .014 265);--line:oklch(.922 .005 265)}@media(prefers-color-scheme:dark){:root{--canvas:oklch(.16 .008 265);--text:oklch(.95 .004 265);--muted:oklch(.74 .012 265);--line:oklch(.3 .012 265)}}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,sans-serif}main{max-width:440px;padding:24px}h1{font-size:20px;line-height:1.3;margin:0 0 8px}p{color:var(--muted);margin:0 0 12px}code{display:block;padding:8px 12px;border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;color:var(--text)}";

/** The page and its status. `detail`: an address, shown as text. */
export function faultPage(fault: Fault, detail?: string): { readonly text: string; readonly status: number } {
  const { status, title, body } = WORDS[fault];
  const page: Html = html`<html lang="${getLocale()}" dir="${DIRECTIONS[getLocale()]}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title()}</title>
    </head>
    <body>
      <main>
        <h1>${title()}</h1>
        <p>${body()}</p>
        ${detail === undefined ? undefined : html`<code dir="auto">${detail}</code>`}
      </main>
    </body>
  </html>`;
  return { text: `<!doctype html>${page.text.replace("</title>", `</title><style>${CSS}</style>`)}`, status };
}

/** What is said at the end of a page that was cut off. */
export const cutOffNote = (reason: Fault): string =>
  `<p role="note" style="position:fixed!important;inset:auto 0 0 0;z-index:2147483647;margin:0;padding:10px 16px;background:#1b1d22;color:#fff;font:14px/1.5 system-ui,sans-serif">${escapeHtml(WORDS[reason].title())} ${escapeHtml(WORDS[reason].body())}</p>`;

/** What stands in the place of a frame. */
export const frameNote = (): string =>
  `<p role="note" style="margin:0;padding:12px;border:1px dashed #767b86;font:14px/1.5 system-ui,sans-serif">${escapeHtml(m.website_preview_frame())}</p>`;
