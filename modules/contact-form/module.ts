import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { contactForm } from "#modules/help-center";
import { removeRequestsWithProject, contactRequestErasure, removeOldRequests } from "./cleanup.ts";
import { confirmationMail } from "./confirmation-mail.ts";
import { optionalEmailField } from "./form-field.ts";
import { routes } from "./routes.ts";
import { emailOf } from "./rules.ts";
import { handleFields } from "./serve-form.ts";

export const contactFormModule = defineModule({
  name: "contact-form",
  needs: ["articles", "contacts", "conversations", "email", "help-center", "help-insights", "projects"],
  routes,
  cron: [{ name: "remove old contact requests", run: removeOldRequests }],
  provides: [
    provide(contactErasure, contactRequestErasure),
    provide(contactForm, { emailField: optionalEmailField, isEmail: (text) => emailOf(text) !== undefined, send: handleFields }),
    confirmationMail,
    removeRequestsWithProject,
  ],
});
