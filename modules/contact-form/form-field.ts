// Draws one field of the contact form.
import { type Html, html } from "#kernel/http/index.ts";
import type { TypedFields, FieldErrors } from "./rules.ts";
import { type FormTranslations, formTranslations } from "./translations.ts";

interface Field {
  readonly name: keyof TypedFields;
  readonly optional?: boolean;
  readonly hint?: string;
  readonly error: FieldErrors[keyof TypedFields];
}
/** A field with its label, hint and error; both are announced with it (`aria-describedby`). */
export function field(words: FormTranslations, { name, optional = false, hint, error }: Field, control: (rest: Html) => Html): Html {
  const id = `p-${name}`;
  const described = `${hint === undefined ? "" : `${id}-h `}${error === undefined ? "" : `${id}-e`}`.trim();
  const rest = html`id="${id}"
  name="${name}"${described !== "" && html` aria-describedby="${described}"`}${error !== undefined && html` aria-invalid="true"`}${!optional && html` required`}`;
  return html`<div class="field">
    <label for="${id}">${words[name]}${optional && html` <span>(${words.optional})</span>`}</label
    >${control(rest)}${hint !== undefined && html`<p class="hint" id="${id}-h">${hint}</p>`}${error !== undefined && html`<p class="err" id="${id}-e" role="alert">${words[error]}</p>`}
  </div>`;
}
/** The address that answers go to. */
export const emailField = (words: FormTranslations, value: string, error: FieldErrors["email"], optional = false): Html =>
  field(
    words,
    { name: "email", optional, hint: words.hint, error },
    (rest) => html`<input type="email" ${rest} value="${value}" maxlength="254" autocomplete="email" dir="ltr" />`,
  );
/** The same below a comment on an article, where it is optional. */
export const optionalEmailField = (locale: string, value: string, invalid: boolean): Html =>
  emailField(formTranslations(locale), value, invalid ? "invalidEmail" : undefined, true);
