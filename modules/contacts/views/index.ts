// Contact screens, and components that other modules' screens use to show a contact.
export { ContactEmail, ContactFacts } from "./contact-facts.tsx";
export { contactName, firstNameOf } from "./contact-name.ts";
export { isErased, isKnownErased, onContactErased, rememberErased, withoutErasedData } from "./erased-contacts.ts";
export { contactQuery, forgetContact, rereadContacts } from "./queries.ts";
export { filtersIn, listOf } from "./list/state.ts";
export { contactCompany, contactField, contactListAction, visitedPage } from "./slots.ts";
export { screens } from "./screens.ts";
