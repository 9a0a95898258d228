/** The name under which a browser remembers that a member wants the plain field, with Markdown source: `true`. */
export const PLAIN_FIELD = "plainField";
