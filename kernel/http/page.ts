// Layout of the worker's own pages: setup, sign-in, invitation. Usable without scripts.
import { createHash } from "node:crypto";
import { m } from "#messages";
import { DIRECTIONS } from "#kernel/language/languages.ts";
import { getLocale } from "#messages/runtime";
import { Html, html, htmlResponse } from "./html.ts";

const CSS = `
:root{color-scheme:light dark;--canvas:oklch(.976 .003 265);--surface:#fff;--line:oklch(.922 .005 265);--control:oklch(.64 .014 265);--text:oklch(.215 .014 265);--muted:oklch(.445 .014 265);--accent:oklch(.515 .19 268);--accent-hover:oklch(.465 .19 268);--link:oklch(.48 .19 268);--ring:oklch(.56 .2 268);--bad:oklch(.5 .19 27);--bad-soft:oklch(.96 .018 22);--ok-soft:oklch(.955 .03 158);--ok:oklch(.445 .1 158)}
@media(prefers-color-scheme:dark){:root{--canvas:oklch(.168 .006 265);--surface:oklch(.198 .007 265);--line:oklch(.265 .009 265);--control:oklch(.545 .014 265);--text:oklch(.955 .004 265);--muted:oklch(.755 .01 265);--accent:oklch(.56 .185 268);--accent-hover:oklch(.515 .19 268);--link:oklch(.78 .11 268);--ring:oklch(.7 .15 268);--bad:oklch(.78 .12 25);--bad-soft:oklch(.275 .055 25);--ok-soft:oklch(.265 .04 158);--ok:oklch(.8 .12 158)}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:start center;padding:12vh 16px 32px;background:var(--canvas);color:var(--text);font:14px/21px InterVariable,Inter,system-ui,sans-serif}
main{width:100%;max-width:400px;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:28px 24px}
main.wide{max-width:760px}
h1{font-size:20px;line-height:28px;font-weight:600;margin:0 0 4px}h2{font-size:16px;line-height:24px;margin:24px 0 4px}p{margin:0 0 16px;color:var(--muted)}
.brand{display:flex;align-items:center;gap:8px;font-weight:600;margin-bottom:20px;min-width:0;overflow-wrap:anywhere}.brand img{flex:none}.brand span{min-width:0}
label{display:block;font-weight:500;margin:14px 0 4px}.hint{display:block;color:var(--muted);font-size:12px;line-height:16px;margin-top:4px}
input{width:100%;height:40px;padding:0 12px;font:inherit;font-size:16px;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:6px}
textarea{display:block;width:100%;padding:8px 12px;font:inherit;font-size:16px;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:6px;resize:vertical}
fieldset{margin:0;padding:0;border:0;min-width:0}legend{padding:0;margin:0 0 8px;font-weight:500;overflow-wrap:anywhere}
.choice{display:flex;align-items:center;gap:10px;min-height:44px;margin:0 0 6px;padding:4px 12px;border:1px solid var(--line);border-radius:6px;font-weight:400;cursor:pointer}.choice:hover{background:var(--canvas)}.choice:has(:checked){border-color:var(--link)}
.choice input{flex:none;width:18px;height:18px;margin:0;accent-color:var(--link)}
input[aria-invalid=true]{border-color:var(--bad)}
button,.button{display:inline-grid;place-items:center;width:100%;height:40px;margin-top:20px;border:0;border-radius:6px;background:var(--accent);color:#fff;font:inherit;font-weight:500;cursor:pointer;text-decoration:none}
button:hover,.button:hover{background:var(--accent-hover)}.secondary{background:none;color:var(--link);border:1px solid var(--line)}.secondary:hover{background:var(--canvas)}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}a{color:var(--link)}
.problem{background:var(--bad-soft);color:var(--bad);border-radius:8px;padding:10px 12px;margin:0 0 8px}.notice{background:var(--ok-soft);color:var(--ok);border-radius:8px;padding:10px 12px;margin:0 0 8px}
.links{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin:16px 0 0}.links a{line-height:24px}.check{min-height:65px;margin-top:16px}b{font-weight:600;color:var(--text);overflow-wrap:anywhere}
.top{display:flex;align-items:center;justify-content:space-between;gap:16px;margin-bottom:20px}.top .brand{margin:0}.top .button{flex:none;width:auto;height:36px;margin:0;padding:0 14px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px;list-style:none;margin:12px 0 0;padding:0}.card{display:block;height:100%;padding:14px 16px;border:1px solid var(--line);border-radius:8px;color:inherit;text-decoration:none;overflow-wrap:anywhere}a.card:hover{background:var(--canvas)}.card b{display:block;color:var(--link);font-size:15px}.card span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;color:var(--muted)}div.card b{color:var(--text)}
.problem:focus{outline:none}footer{margin-top:16px;color:var(--muted);font-size:12px}
@media(forced-colors:active){button,.button{border:1px solid}}
`;
const PRODUCT = "Seed Desk";
const brandOf = (name: string): Html =>
  html`<div class="brand"><img src="/favicon.svg" alt="" width="24" height="24" /><span dir="auto">${name}</span></div>`;
// One value: white space added between the tags would not match the hash.
const STYLE = new Html(`<style>${CSS}</style>`);
let policy: string | undefined;
/** Origin of the bot challenge. */
const CHALLENGE = "https://challenges.cloudflare.com";
/** The policy for scripts, objects and bases is in the page, because the specification fixes the header. Only the bot challenge may run scripts. */
function meta(withChallenge: boolean): string {
  policy ??= `default-src 'none'; style-src 'sha256-${createHash("sha256").update(CSS).digest("base64")}'; img-src 'self'; form-action 'self'; base-uri 'none'`;
  return withChallenge ? `${policy}; script-src ${CHALLENGE}; frame-src ${CHALLENGE}` : policy;
}

/** A page in the product's style. */
export function pageResponse(page: {
  title: string;
  /** For search engines and link previews; pages without one ask not to be listed. */
  description?: string;
  body: Html;
  status?: number;
  wide?: boolean;
  challenge?: boolean;
  /** What the first owner calls the installation. */
  brand?: string | null | undefined;
  /** Beside the brand, such as a link to sign in. */
  beside?: Html;
}): Response {
  const name = page.brand ?? PRODUCT;
  const brand = brandOf(name);
  return htmlResponse(
    html`<html lang="${getLocale()}" dir="${DIRECTIONS[getLocale()]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${meta(page.challenge === true)}" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · ${name}</title>
        ${page.description === undefined ? html`<meta name="robots" content="noindex" />` : html`<meta name="description" content="${page.description}" />`}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE} ${page.challenge === true ? html`<script src="${CHALLENGE}/turnstile/v0/api.js" async defer></script>` : undefined}
      </head>
      <body>
        <main class="${page.wide === true ? "wide" : ""}">
          ${page.beside === undefined ? brand : html`<div class="top">${brand}${page.beside}</div>`} ${page.body}
        </main>
      </body>
    </html>`,
    page.status ?? 200,
  );
}

/** A labelled field. A problem is connected to it for screen readers. */
export function field(f: {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  value?: string | undefined;
  hint?: string;
  problem?: string | undefined;
  required?: boolean;
  autofocus?: boolean;
}): Html {
  const described = [f.hint === undefined ? "" : `${f.name}-hint`, f.problem === undefined ? "" : `${f.name}-problem`]
    .filter(Boolean)
    .join(" ");
  return html`<label for="${f.name}">${f.label}</label>
    <input
      id="${f.name}"
      name="${f.name}"
      type="${f.type}"
      autocomplete="${f.autocomplete}"
      value="${f.value ?? ""}"
      ${new Html(f.required === false ? "" : " required")}${new Html(f.autofocus === true ? " autofocus" : "")}${new Html(f.problem === undefined ? "" : ' aria-invalid="true"')}${new Html(described === "" ? "" : ` aria-describedby="${described}"`)}
    />
    ${f.hint === undefined ? undefined : html`<span class="hint" id="${f.name}-hint">${f.hint}</span>`}
    ${f.problem === undefined ? undefined : html`<span class="hint problem" id="${f.name}-problem">${f.problem}</span>`}`;
}
/** The bot challenge, rendered by its service; its token is sent with the form. */
export const challengeBox = (siteKey: string, action: string): Html =>
  html`<div class="cf-turnstile check" data-sitekey="${siteKey}" data-action="${action}"></div>
    <noscript><p>${m.kernel_challenge_needs_javascript()}</p></noscript>`;
/** The summary above a form that was refused; it takes the focus. */
export const problemBox = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<div class="problem" role="alert" tabindex="-1" autofocus>${message}</div>`;
