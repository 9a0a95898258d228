// Wire contract of the attributes of contacts. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, line } from "#kernel/wire/values.ts";
import { Contact, ContactIdField } from "#modules/contacts/contract";
import { m } from "#messages";
import * as v from "valibot";
import { MAX_VALUE } from "./contract/rules.ts";

export { checkValue } from "./contract/rules.ts";

/** Attributes of a project at most, with archived ones. */
export const MAX_ATTRIBUTES = 50;
export const MAX_LABEL = 60;
export const MAX_KEY = 40;
export const MAX_CHOICES = 50;
export const MAX_CHOICE = 80;

export const AttributeType = v.picklist(["text", "number", "date", "choice", "link"]);
export type AttributeType = v.InferOutput<typeof AttributeType>;

export const AttributeIdField = idOf("contactAttribute");
export const Attribute = v.object({
  id: AttributeIdField,
  /** What values, conditions of views and signed identities call it; never changes. */
  key: v.string(),
  label: v.string(),
  type: AttributeType,
  /** The values that a `choice` may have; empty for the other types. A contact may still have one that was removed. */
  choices: v.array(v.string()),
  /** An archived one keeps its values and takes no new ones. */
  archived: v.boolean(),
});
export type Attribute = v.InferOutput<typeof Attribute>;

const inProject = { projectId: idOf("project") };
const Key = v.pipe(
  line(MAX_KEY),
  v.regex(/^[A-Za-z0-9_][A-Za-z0-9_ .-]*$/, m.contact_attributes_key_form),
  // Every object of JavaScript has these, so whoever reads values by key would find one where there is none.
  v.check((key) => !(key in {}), m.contact_attributes_key_reserved),
);
const Label = line(MAX_LABEL);
const Choices = v.pipe(
  v.array(line(MAX_CHOICE)),
  v.maxLength(MAX_CHOICES, m.contact_attributes_many_choices),
  v.check((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, m.contact_attributes_choice_twice),
);
const List = v.object({ items: v.array(Attribute) });
const One = v.object({ attribute: Attribute });

/** All attributes in their order, archived ones too. */
export const listAttributes = route({
  name: "listContactAttributes",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contact-attributes",
  who: "member",
  params: inProject,
  reply: List,
});
/** 409 `conflict` if the key is taken, or the project has 50 attributes. A `choice` needs a choice. */
export const createAttribute = route({
  name: "createContactAttribute",
  method: "POST",
  path: "/api/management/projects/:projectId/contact-attributes",
  who: "admin",
  params: inProject,
  body: v.pipe(
    v.strictObject({ clientId: ClientId, key: Key, label: Label, type: AttributeType, choices: v.optional(Choices, []) }),
    v.forward(
      v.check(({ type, choices }) => (type === "choice") === choices.length > 0, m.contact_attributes_needs_choices),
      ["choices"],
    ),
  ),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** Changes label and choices, archives and unarchives. Key and type stay. */
export const changeAttribute = route({
  name: "changeContactAttribute",
  method: "PATCH",
  path: "/api/management/projects/:projectId/contact-attributes/:attributeId",
  who: "admin",
  params: { ...inProject, attributeId: AttributeIdField },
  body: v.strictObject({ label: Label, choices: Choices, archived: v.boolean() }),
  reply: One,
});
/** Puts the attributes into this order; those that are left out follow in the order that they had. */
export const orderAttributes = route({
  name: "orderContactAttributes",
  method: "PUT",
  path: "/api/management/projects/:projectId/contact-attribute-order",
  who: "admin",
  params: inProject,
  body: v.strictObject({ ids: v.pipe(v.array(AttributeIdField), v.maxLength(MAX_ATTRIBUTES)) }),
  reply: List,
});
/**
 * Sets values of a contact by the attributes' keys; null removes one. A number is given in digits with a point, a date as `2026-11-27`, a
 * link as a web address. 400 names the key of what does not fit its type. 409 `conflict` if the contact was erased.
 */
export const setAttributes = route({
  name: "setContactAttributes",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/attributes",
  who: "member",
  params: { ...inProject, contactId: ContactIdField },
  body: v.strictObject({
    values: v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(MAX_KEY)), v.nullable(v.pipe(v.string(), v.maxLength(MAX_VALUE * 2)))),
      v.check((values) => Object.keys(values).length > 0 && Object.keys(values).length <= MAX_ATTRIBUTES, m.contact_attributes_no_values),
    ),
  }),
  reply: v.object({ contact: Contact }),
  errors: ["conflict"],
});
