import type { LetterPrincipal } from "#kernel/auth/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { authorKinds, defineCustomer } from "#modules/conversations";
import { contactForm } from "#modules/help-center";
import { endLetters, letterStep, sweepLetters } from "./cleanup.ts";
import { letterMail } from "./confirmation-mail.ts";
import { optionalEmailField } from "./form-field.ts";
import { routes } from "./routes.ts";
import { emailOf } from "./rules.ts";
import { takeLetter } from "./serve-form.ts";

export const contactFormModule = defineModule({
  name: "contact-form",
  needs: ["address-verification", "articles", "contacts", "conversations", "help-center", "help-insights", "projects"],
  routes,
  cron: [{ name: "sweep letters", run: sweepLetters }],
  provides: [
    provide(authorKinds, defineCustomer<LetterPrincipal>("letter")),
    provide(contactErasure, letterStep),
    provide(contactForm, { emailField: optionalEmailField, isEmail: (text) => emailOf(text) !== undefined, send: takeLetter }),
    letterMail,
    endLetters,
  ],
});
