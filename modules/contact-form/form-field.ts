// A field of a form without scripts.
import { type Html, html } from "#kernel/http/index.ts";
import type { Typed, Wrong } from "./rules.ts";
import { type LetterWords, letterWords } from "./translations.ts";

interface Field {
  readonly name: keyof Typed;
  readonly optional?: boolean;
  readonly hint?: string;
  readonly wrong: Wrong[keyof Typed];
}
/** A field with its label, and with what is wrong beside it and tied to it. */
export function field(words: LetterWords, { name, optional = false, hint, wrong }: Field, control: (rest: Html) => Html): Html {
  const id = `p-${name}`;
  const described = `${hint === undefined ? "" : `${id}-h `}${wrong === undefined ? "" : `${id}-e`}`.trim();
  const rest = html`id="${id}"
  name="${name}"${described !== "" && html` aria-describedby="${described}"`}${wrong !== undefined && html` aria-invalid="true"`}${!optional && html` required`}`;
  return html`<div class="field">
    <label for="${id}">${words[name]}${optional && html` <span>(${words.optional})</span>`}</label
    >${control(rest)}${hint !== undefined && html`<p class="hint" id="${id}-h">${hint}</p>`}${wrong !== undefined && html`<p class="err" id="${id}-e" role="alert">${words[wrong]}</p>`}
  </div>`;
}
/** Where an answer goes. */
export const emailField = (words: LetterWords, value: string, wrong: Wrong["email"], optional = false): Html =>
  field(
    words,
    { name: "email", optional, hint: words.hint, wrong },
    (rest) => html`<input type="email" ${rest} value="${value}" maxlength="254" autocomplete="email" dir="ltr" />`,
  );
/** The same below a comment on an article, where nobody has to give it. */
export const optionalEmailField = (locale: string, value: string, invalid: boolean): Html =>
  emailField(letterWords(locale), value, invalid ? "wrong" : undefined, true);
