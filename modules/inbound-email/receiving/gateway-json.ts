// Parses the JSON of the gateway route leniently: a missing field, or one of another type, counts as absent.
import * as v from "valibot";
import type { GatewayMail } from "../parsing/from-gateway.ts";
import { CUT_MARK } from "./lean-json.ts";
import { addressesIn } from "./recipients.ts";

const maybe = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined as never);
const text = maybe(v.string());
const AddressSchema = v.union([v.string(), v.object({ address: text, name: text })]);
// The list first, because an object schema without required keys would accept a list.
const AddressListSchema = v.union([v.array(AddressSchema), AddressSchema]);
const OptionalAddressListSchema = maybe(AddressListSchema);
const texts = maybe(v.union([v.string(), v.array(v.string())]));
const Attachment = v.object({ filename: text, contentType: text, contentId: text, disposition: text, content: v.fallback(v.string(), "") });
const Fields = v.object({
  from: v.fallback(AddressListSchema, ""),
  to: v.fallback(AddressListSchema, ""),
  cc: OptionalAddressListSchema,
  replyTo: OptionalAddressListSchema,
  subject: text,
  date: text,
  text,
  html: text,
  messageId: text,
  inReplyTo: texts,
  references: texts,
  attachments: maybe(v.array(Attachment)),
});
const Headers = maybe(
  v.union([
    v.string(),
    v.array(v.union([v.string(), v.object({ name: v.string(), value: v.string() })])),
    v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  ]),
);
const Body = v.object({
  message: v.union([v.string(), Fields]),
  envelopeFrom: text,
  envelopeTo: texts,
  subject: text,
  headers: Headers,
});

export interface GatewayJson {
  readonly mail: GatewayMail;
  /** "": the null sender; null: not reported. */
  readonly envelopeFrom: string | null;
  readonly envelopeTo: readonly string[];
}
/** The file without its content if it was cut; it remains in the original only. */
const wholeFile = <F extends { readonly content: string }>(file: F): F =>
  file.content.endsWith(CUT_MARK) ? { ...file, content: "" } : file;

/** Undefined if it is no JSON or has no message. Long strings may have been cut (`lean-json.ts`). */
export function readGatewayJson(body: Uint8Array): GatewayJson | undefined {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(Body, given);
  if (!parsed.success) return undefined;
  const { message, envelopeFrom, envelopeTo, subject, headers } = parsed.output;
  return {
    mail: {
      message:
        typeof message === "string"
          ? message.replace(/\0$/, "")
          : { ...message, ...(message.attachments === undefined ? {} : { attachments: message.attachments.map(wholeFile) }) },
      subject,
      headers,
      ...(typeof message === "string" && message.endsWith(CUT_MARK) ? { truncated: true } : {}),
    },
    envelopeFrom: envelopeFrom === undefined ? null : envelopeFrom.replace(/^<(.*)>$/, "$1").trim(),
    envelopeTo: addressesIn([envelopeTo ?? []].flat().join(", ")),
  };
}
