// What readers write from the public pages: the wire. Browser-safe.
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

// Whatever a reader's address says is answered with a page: what is no slug like one that nobody has.
const Slug = v.pipe(v.string(), v.maxLength(500));
const AnyLocale = v.pipe(v.string(), v.maxLength(20));
const onPage = { projectSlug: Slug, locale: AnyLocale };
/** A letter's id and the proof of its link. */
const Letter = v.pipe(v.string(), v.maxLength(500));

/** The form, or what to do after it was sent. */
export const readHelpContact = route({
  name: "readHelpContact",
  method: "GET",
  path: "/help/:projectSlug/:locale/contact",
  who: "anyone",
  params: onPage,
  reply: "raw",
});
/** Keeps the message and mails a link to the address; nothing reaches the team before it is used. */
export const sendHelpLetter = route({
  name: "sendHelpLetter",
  method: "POST",
  path: "/help/:projectSlug/:locale/contact",
  who: "anyone",
  params: onPage,
  body: "raw",
  reply: "raw",
  status: 303,
  errors: ["rate_limited"],
});
/** Where the link leads: a page with a button. Opening it changes nothing, for programs open links too. */
export const readHelpLetter = route({
  name: "readHelpLetter",
  method: "GET",
  path: "/help/:projectSlug/:locale/contact/:letter",
  who: "anyone",
  params: { ...onPage, letter: Letter },
  reply: "raw",
});
/** Proves the address and begins the conversation, once. */
export const confirmHelpLetter = route({
  name: "confirmHelpLetter",
  method: "POST",
  path: "/help/:projectSlug/:locale/contact/:letter",
  who: "anyone",
  params: { ...onPage, letter: Letter },
  body: "raw",
  reply: "raw",
});
