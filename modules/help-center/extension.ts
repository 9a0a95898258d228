// The extension point by which the contact form joins the public pages.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Html } from "#kernel/http/html.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { Center } from "./pages/center.ts";

/** The form by which readers write. Pages use it only where `Center.contactForm` says that it is on. */
export interface ContactForm {
  /** An optional field for the reader's address, to stand below a comment. `invalid`: what was typed before is no address. */
  emailField(locale: string, value: string, invalid: boolean): Html;
  isEmail(text: string): boolean;
  /** Takes what a form sent, and answers like the contact form itself. */
  send(
    ctx: RequestCtx,
    place: { readonly center: Center; readonly locale: string },
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Response>;
}
export const contactForm = extensionPoint<ContactForm>("contactForm");
