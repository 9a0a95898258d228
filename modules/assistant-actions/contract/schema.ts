// What an action is made of. Lax about contents: `faultsOf` says everything that is wrong at once, at its field.
import { atMost, noNul, wellFormed } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const MAX_ACTIONS = 30;
export const MAX_HOSTS = 20;
export const MAX_INPUTS = 10;
export const MAX_TOLD = 20;
export const MAX_HEADERS = 10;
export const MAX_CHOICES = 20;
/** Characters of a text that somebody gives as an input. */
export const MAX_INPUT_TEXT = 300;

// @__NO_SIDE_EFFECTS__
const text = (max: number) => v.pipe(v.string(), noNul, v.trim(), atMost(max), wellFormed);

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const KINDS = ["reads", "changes"] as const;
export const INPUT_TYPES = ["string", "number", "boolean", "choice"] as const;
/** What an action can be told about the contact. It comes from the contact's row, never from the model. */
export const CONTACT_FIELDS = ["contact.id", "contact.email", "contact.external_id"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

export const ActionInput = v.strictObject({
  name: text(40),
  type: v.picklist(INPUT_TYPES),
  description: text(200),
  required: v.boolean(),
  choices: v.pipe(v.array(text(60)), v.maxLength(MAX_CHOICES)),
});
export type ActionInput = v.InferOutput<typeof ActionInput>;

export const ToldField = v.strictObject({
  /** Names and positions with dots between them; `*` stands for all entries of a list: `order.items.*.name`. */
  path: text(200),
  label: text(60),
});
export type ToldField = v.InferOutput<typeof ToldField>;

const definition = {
  name: text(60),
  /** For the model: what the action does, and when to use it. */
  description: text(500),
  kind: v.picklist(KINDS),
  /** It tells or changes something of one person, so that person must be proved. */
  personal: v.boolean(),
  method: v.picklist(METHODS),
  url: text(1000),
  /** A JSON text; null for none. */
  body: v.nullable(text(4000)),
  inputs: v.pipe(v.array(ActionInput), v.maxLength(MAX_INPUTS)),
  told: v.pipe(v.array(ToldField), v.maxLength(MAX_TOLD)),
};
const header = text(80);

/** As stored: names of secret headers, without values. */
export const ActionDefinition = v.object({ ...definition, headers: v.array(header) });
export type ActionDefinition = v.InferOutput<typeof ActionDefinition>;

/** As saved by a person. The value null keeps what is stored, unless the host changes. */
export const ActionDraft = v.strictObject({
  ...definition,
  headers: v.pipe(v.array(v.strictObject({ name: header, value: v.nullable(text(2000)) })), v.maxLength(MAX_HEADERS)),
});
export type ActionDraft = v.InferOutput<typeof ActionDraft>;

export type InputValue = string | number | boolean;
/** Validated inputs by name; optional ones may be missing. */
export type InputValues = Readonly<Record<string, InputValue>>;
