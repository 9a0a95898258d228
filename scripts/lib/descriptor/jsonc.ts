// Parses JSON with comments.
const TOKENS = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** JSON with comments and trailing commas, as wrangler.jsonc is written. Throws a SyntaxError like JSON.parse. */
export const parseJsonc = (text: string): unknown => JSON.parse(text.replace(TOKENS, (_, string: string | undefined) => string ?? ""));
