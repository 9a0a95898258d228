// Wire contract of the contact form. Browser-safe.
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

// Slug and locale are not validated here, because a malformed address must get the same page as an unknown one.
const Slug = v.pipe(v.string(), v.maxLength(500));
const AnyLocale = v.pipe(v.string(), v.maxLength(20));
const onPage = { projectSlug: Slug, locale: AnyLocale };
/** A request's id and signature. */
const RequestToken = v.pipe(v.string(), v.maxLength(500));

/** The form, or the page after it was sent. */
export const readContactForm = route({
  name: "readContactForm",
  method: "GET",
  path: "/help/:projectSlug/:locale/contact",
  who: "anyone",
  params: onPage,
  reply: "raw",
});
/** Stores the message and mails a link to the address. The team sees nothing before it is used. */
export const sendContactRequest = route({
  name: "sendContactRequest",
  method: "POST",
  path: "/help/:projectSlug/:locale/contact",
  who: "anyone",
  params: onPage,
  body: "raw",
  reply: "raw",
  status: 303,
  errors: ["rate_limited"],
});
/** The page behind the link, with a button. Opening it changes nothing, because mail scanners open links too. */
export const readContactRequest = route({
  name: "readContactRequest",
  method: "GET",
  path: "/help/:projectSlug/:locale/contact/:requestToken",
  who: "anyone",
  params: { ...onPage, requestToken: RequestToken },
  reply: "raw",
});
/** Proves the address and starts the conversation, once. */
export const confirmContactRequest = route({
  name: "confirmContactRequest",
  method: "POST",
  path: "/help/:projectSlug/:locale/contact/:requestToken",
  who: "anyone",
  params: { ...onPage, requestToken: RequestToken },
  body: "raw",
  reply: "raw",
});
