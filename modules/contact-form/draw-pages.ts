// The pages of the contact form: readable without scripts, drawn for one request.
import { type Html, html } from "#kernel/http/index.ts";
import { contactPath, homePath, href, type Center, fromQuery, langOf, type Page, wordsFor } from "#modules/help-center";
import { letterPath } from "./confirmation-link.ts";
import { emailField, field } from "./form-field.ts";
import { type From, MAX_MESSAGE, MAX_NAME, type Typed, type Wrong } from "./rules.ts";
import { letterWords, naming } from "./translations.ts";

/** Our words may be in another language than the page. */
function frame(center: Center, locale: string, title: string, inside: Html, query = ""): Page {
  const languages = center.locales.map((l) => ({ locale: l, path: contactPath(l) + query }));
  const body = html`<main id="p-main" class="wrap narrow" ${langOf(wordsFor(locale).spoken, locale)}>
    <h1>${title}</h1>
    ${inside}
  </main>`;
  return { title, parts: ["lists", "form"], locale, hidden: true, languages, body };
}

export interface Shown {
  readonly typed?: Typed;
  readonly wrong?: Wrong;
  /** It was not taken, whatever the fields say. */
  readonly busy?: boolean;
  readonly from: From;
  /** What the article is called that the reader comes from. */
  readonly title?: string | undefined;
  readonly formId: string;
}
export function contactPage(center: Center, locale: string, { typed, wrong = {}, busy = false, from, title, formId }: Shown): Page {
  const [words, { words: all }] = [letterWords(locale), wordsFor(locale)];
  const hidden = Object.entries({ form: formId, article: from.article, q: from.query, reader: from.feedback });
  const form = html`<form method="post" action="${href(center, contactPath(locale))}">
    ${hidden.flatMap(([name, value]) => (value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}" />`))}${field(
      words,
      { name: "message", wrong: wrong.message },
      (rest) => html`<textarea ${rest} maxlength="${MAX_MESSAGE}" dir="auto">${typed?.message ?? ""}</textarea>`,
    )}${emailField(words, typed?.email ?? "", wrong.email)}${field(
      words,
      { name: "name", optional: true, wrong: wrong.name },
      (rest) => html`<input ${rest} value="${typed?.name ?? ""}" maxlength="${MAX_NAME}" autocomplete="name" dir="auto" />`,
    )}
    <div class="hp" aria-hidden="true">
      <label for="p-topic">Topic</label><input id="p-topic" name="topic" tabindex="-1" autocomplete="off" />
    </div>
    <button class="go">${all.send}</button>
  </form>`;
  return frame(
    center,
    locale,
    all.contact,
    html`<p class="lead">${all.stillNeedSays}</p>
      ${busy && html`<p class="notice bad" role="alert">${words.busy}</p>`}${title !== undefined && html`<p class="meta">${all.help} / ${title}</p>`}${form}`,
    fromQuery(from),
  );
}

const home = (center: Center, locale: string): Html =>
  html`<p><a href="${href(center, homePath(locale))}">${wordsFor(locale).words.home}</a></p>`;
/** After the form: the mail is on its way. */
export const checkPage = (center: Center, locale: string): Page =>
  frame(
    center,
    locale,
    letterWords(locale).check,
    html`<p class="lead">${letterWords(locale).checkSays}</p>
      ${home(center, locale)}`,
  );
/** Where the link of the mail leads. What was written is not shown: whoever has the mailbox may not be who wrote it. */
export const confirmPage = (center: Center, locale: string, link: string): Page =>
  frame(
    center,
    locale,
    naming(letterWords(locale).confirm, center.title),
    html`<p class="lead">${naming(letterWords(locale).notYou, center.title)}</p>
      <form method="post" action="${href(center, letterPath(locale, link))}">
        <button class="go">${wordsFor(locale).words.send}</button>
      </form>`,
  );
export const endPage = (center: Center, locale: string, how: "sent" | "already" | "gone"): Page =>
  frame(center, locale, letterWords(locale)[how], home(center, locale));
