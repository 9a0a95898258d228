// Draws the pages of the contact form for one request; they work without scripts.
import { type Html, html } from "#kernel/http/index.ts";
import { contactPath, homePath, href, type Center, contactQuery, langOf, type Page, textIn, translationsFor } from "#modules/help-center";
import { confirmationPath } from "./confirmation-link.ts";
import { emailField, field } from "./form-field.ts";
import { type ReaderOrigin, MAX_MESSAGE, MAX_NAME, type TypedFields, type FieldErrors } from "./rules.ts";
import { formTranslations, withTitle } from "./translations.ts";

/** The form may be in another language than the rest of the page, so its element has its own `lang`. */
function frame(center: Center, locale: string, title: string, inside: Html, query = ""): Page {
  const languages = center.locales.map((l) => ({ locale: l, path: contactPath(l) + query }));
  const body = html`<main id="p-main" class="wrap narrow" ${langOf(translationsFor(locale).spoken, locale)}>
    <h1>${title}</h1>
    ${inside}
  </main>`;
  return { title, parts: ["lists", "form"], locale, hidden: true, languages, body };
}

export interface FormState {
  readonly typed?: TypedFields;
  readonly errors?: FieldErrors;
  /** A limit refused it, whatever the fields say. */
  readonly busy?: boolean;
  readonly origin: ReaderOrigin;
  /** The title of the article that the reader comes from. */
  readonly title?: string | undefined;
  readonly formId: string;
}
export function formPage(center: Center, locale: string, { typed, errors = {}, busy = false, origin, title, formId }: FormState): Page {
  const [own, { words }] = [formTranslations(locale), translationsFor(locale)];
  const hidden = Object.entries({ form: formId, article: origin.article, q: origin.query, reader: origin.feedback });
  const form = html`<form method="post" action="${href(center, contactPath(locale))}">
    ${hidden.flatMap(([name, value]) => (value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}" />`))}${field(
      own,
      { name: "message", error: errors.message },
      (rest) => html`<textarea ${rest} maxlength="${MAX_MESSAGE}" dir="auto">${typed?.message ?? ""}</textarea>`,
    )}${emailField(own, typed?.email ?? "", errors.email)}${field(
      own,
      { name: "name", optional: true, error: errors.name },
      (rest) => html`<input ${rest} value="${typed?.name ?? ""}" maxlength="${MAX_NAME}" autocomplete="name" dir="auto" />`,
    )}
    <div class="hp" aria-hidden="true">
      <label for="p-topic">Topic</label><input id="p-topic" name="topic" tabindex="-1" autocomplete="off" />
    </div>
    <button type="submit" class="go">${words.send}</button>
  </form>`;
  return frame(
    center,
    locale,
    words.contact,
    html`<p class="lead">${words.stillNeedSays}</p>
      ${busy && html`<p class="notice bad" role="alert">${own.busy}</p>`}${title !== undefined && html`<p class="meta">${words.help} / ${title}</p>`}${form}`,
    contactQuery(origin),
  );
}

const home = (center: Center, locale: string): Html =>
  html`<p><a href="${href(center, homePath(locale))}">${translationsFor(locale).words.home}</a></p>`;
/** Shown after the form was sent: the confirmation mail is on its way. */
export const checkPage = (center: Center, locale: string): Page =>
  frame(
    center,
    locale,
    formTranslations(locale).checkMailbox,
    html`<p class="lead">${formTranslations(locale).checkMailboxHelp}</p>
      ${home(center, locale)}`,
  );
/** The page behind the link in the mail. It does not show the message: the owner of the mailbox may not be its author. */
export const confirmPage = (center: Center, locale: string, token: string): Page =>
  frame(
    center,
    locale,
    withTitle(formTranslations(locale).confirm, textIn(center, locale).title),
    html`<p class="lead">${withTitle(formTranslations(locale).notYou, textIn(center, locale).title)}</p>
      <form method="post" action="${href(center, confirmationPath(locale, token))}">
        <button type="submit" class="go">${translationsFor(locale).words.send}</button>
      </form>`,
  );
export const resultPage = (center: Center, locale: string, result: "sent" | "already" | "gone"): Page =>
  frame(center, locale, formTranslations(locale)[result], home(center, locale));
