// The small tree that message Markdown becomes. JSON only, no HTML anywhere: screens turn its nodes into elements.

/** `X`: what else a tree may hold, such as the pictures of an article. */
export type RichText<X = never> =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "codeblock"; readonly text: string; readonly language: string }
  | { readonly type: "link"; readonly href: string; readonly children: readonly RichText<X>[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly RichText<X>[]; readonly id?: string }
  | { readonly type: "list"; readonly ordered: boolean; readonly start: number; readonly children: readonly RichText<X>[] }
  | {
      readonly type: "table";
      readonly head: readonly (readonly RichText<X>[])[];
      readonly rows: readonly (readonly (readonly RichText<X>[])[])[];
      /** Of each column; absent when all stand where the language begins. */
      readonly align?: readonly ("left" | "center" | "right" | null)[];
    }
  | { readonly type: "paragraph" | "strong" | "em" | "del" | "quote"; readonly children: readonly RichText<X>[] }
  /** `done`: of a task, whether it is. */
  | { readonly type: "item"; readonly children: readonly RichText<X>[]; readonly done?: boolean }
  | { readonly type: "br" | "hr" }
  | X;

// A scheme must be spelled out: relative addresses have no meaning in a message, and nothing but these may be opened.
const SAFE = /^(?:https?:\/\/|mailto:|tel:)[^\s]/i;

/** The address when it may become a link (http, https, mailto, tel), else undefined. */
export function safeHref(href: string): string | undefined {
  // Browsers drop control characters and surrounding space before they read the scheme, so such an address is refused whole.
  // An address with a sign that turns its letters around would be read as another one.
  return SAFE.test(href) && !/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]/u.test(href) ? href : undefined;
}

/**
 * The text without the signs that reverse what stands after them, links included. An isolate that ends on its line does no
 * such thing and stays; right-to-left words need no sign.
 */
export const upright = (text: string): string =>
  text.replace(/([\u2066-\u2068][^\u202a-\u202e\u2066-\u2069\n]*\u2069)|[\u202a-\u202e\u2066-\u2069]/g, "$1");
