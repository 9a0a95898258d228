import type { ContactFormPrincipal } from "#kernel/auth/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { authorKinds, defineCustomer } from "#modules/conversations";
import { contactForm } from "#modules/help-center";
import { mergeSteps } from "./merge.ts";
import { removeRequestsWithProject, contactRequestErasure, removeOldRequests } from "./cleanup.ts";
import { confirmationMail } from "./confirmation-mail.ts";
import { optionalEmailField } from "./form-field.ts";
import { routes } from "./routes.ts";
import { emailOf } from "./rules.ts";
import { handleFields } from "./serve-form.ts";

export const contactFormModule = defineModule({
  name: "contact-form",
  needs: ["address-verification", "articles", "contacts", "conversations", "help-center", "help-insights", "projects"],
  routes,
  cron: [{ name: "remove old contact requests", run: removeOldRequests }],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(authorKinds, defineCustomer<ContactFormPrincipal>("contact_form")),
    provide(contactErasure, contactRequestErasure),
    provide(contactForm, { emailField: optionalEmailField, isEmail: (text) => emailOf(text) !== undefined, send: handleFields }),
    confirmationMail,
    removeRequestsWithProject,
  ],
});
