// Which addresses a link of an edited text may have.
/** The address if a link may have it: http, https, mailto, tel, a path or a fragment; else undefined. */
export function linkable(href: string): string | undefined {
  if (/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]/u.test(href)) return undefined;
  return /^(?:https?:\/\/|mailto:|tel:)[^\s]/i.test(href) || /^\/(?![/\\])|^#/.test(href) ? href : undefined;
}
