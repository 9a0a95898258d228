// The extension points by which other modules join the public pages: the contact form, and images for link previews.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Query } from "#kernel/db/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";
import type { Html } from "#kernel/http/html.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { Center } from "./pages/center.ts";
import type { Picture } from "./pages/templates/shell.ts";

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

/** Images with which other sites show links to a page: the article's own, and that of the start page. */
export interface CardPictures {
  readonly article: Picture | undefined;
  readonly start: Picture | undefined;
}
/** Reads them for a language. `articleId` undefined: of the start page alone. `title`: of the published text; `name`: the help center's. */
export type ReadCards = (
  projectId: ProjectId,
  page: { readonly articleId: ArticleId | undefined; readonly locale: string; readonly title: string; readonly name: string },
) => Query<CardPictures>;
export const socialCards = extensionPoint<ReadCards>("socialCards");
