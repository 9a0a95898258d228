// The request of an action, from its definition and values. Pure.
import type { ActionDefinition, ContactField, InputValue, InputValues } from "../contract/schema.ts";
import { fillAddress, fillBody, hostOf, isContactField, isUnsafeInPath, placeholdersOf, splitAddress } from "../contract/template.ts";

export interface ActionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}
/** What the contact's own row says; a field that is not proved is missing. */
export type ContactValues = Readonly<Partial<Record<ContactField, string>>>;

/** The contact's fields that the templates use. */
export const contactFieldsOf = ({ url, body }: Pick<ActionDefinition, "url" | "body">): ContactField[] =>
  [...new Set([...placeholdersOf(url), ...placeholdersOf(body ?? "")])].filter(isContactField);

/** Undefined if a contact's field is missing, or the address would be another than the template says. */
export function buildRequest(
  action: Pick<ActionDefinition, "method" | "url" | "body">,
  inputs: InputValues,
  contact: ContactValues,
  secrets: Readonly<Record<string, string>>,
  idempotencyKey: string | undefined,
): ActionRequest | undefined {
  const parts = splitAddress(action.url);
  if (!parts || contactFieldsOf(action).some((field) => contact[field] === undefined)) return undefined;
  const values: Readonly<Record<string, InputValue>> = { ...inputs, ...contact };
  const inPath = placeholdersOf(parts.path);
  if (inPath.some((name) => isUnsafeInPath(String(values[name] ?? "")))) return undefined;
  const url = fillAddress(parts, values);
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  const depth = (path: string): number => path.split("/").length;
  // No value adds or removes a part of the path, whatever the parser makes of it.
  if (hostname.replace(/\.+$/, "") !== hostOf(action.url) || depth(pathname) !== depth(parts.path)) return undefined;
  return {
    method: action.method,
    url,
    headers: {
      ...secrets,
      accept: "application/json",
      ...(action.body === null ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body: action.body === null ? undefined : fillBody(action.body, values),
  };
}
