// Exports of the help center for the widget and the contact form.
export { type CardPictures, type ContactForm, contactForm, socialCards } from "./extension.ts";
export { address, contactPath, homePath, href } from "./pages/addresses.ts";
export { type Center, textIn } from "./pages/center.ts";
export { contactQuery, langOf, type Page } from "./pages/templates/shell.ts";
export { translationsFor } from "./pages/templates/translations.ts";
export { localeAt } from "./pages/languages.ts";
export { missingResponse, pageResponse, noHelpCenterResponse, openCenter, redirect } from "./pages/responses.ts";
export { type OpenCenter, readOpenCenters, readSettings, hasContactForm } from "./pages/settings-queries.ts";
export { readHelp, readHelpArticle, searchHelp } from "./panel/read-help.ts";
