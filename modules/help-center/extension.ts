// The extension point by which the contact form joins the public pages.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Html } from "#kernel/http/html.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { Center } from "./pages/center.ts";

/** The contact form. Pages show it only where `Center.contactForm` is set. */
export interface ContactForm {
  /** An optional field for the reader's address, shown below a feedback comment. `invalid`: what was typed before is not an address. */
  emailField(locale: string, value: string, invalid: boolean): Html;
  isEmail(text: string): boolean;
  /** Handles a submitted form, with the same response as the contact form's own route. */
  send(
    ctx: RequestCtx,
    place: { readonly center: Center; readonly locale: string },
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Response>;
}
export const contactForm = extensionPoint<ContactForm>("contactForm");
