// Examples of the API reference, made from schemas: the same schema has the same example, which it accepts.
type Json = Record<string, unknown>;

/** A part of every example id, in the alphabet of ids. */
const ID = "01hz3v8k4w9d2m6q7r5t1x0c";
/** By pattern, where no text would fit by chance. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^\^#\[0-9a-f\]\{6\}\$$/, "#3355cc"],
  [/0-9a-f\]\{16\}/, "9f86d081884c7d65"],
  [/0-9a-f\]\{64\}/, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  [/\{43\}/, "q3Zr0cV2mJx8nT5wYb7kLd1fHs4gPa6uEo9iQyRtXzM"],
  [/\[\\w-\]\{10,200\}|_-\]\{20,100\}/, "k7Lw2mXq9RtB4nVc8ZpY3h"],
  [/pk_/, "pk_k7Lw2mXq9RtB4nVc8ZpY3h"],
  [/\\d\{4\}-\\d\\d-\\d\\d/, "2026-11-30"],
  [/^\^\\d\{6\}\$$/, "123456"],
  [/\\d\{1,6\}\\\.\\d/, "1.2.3"],
  [/^\^\[a-z\]\{2\}\$$/, "en"],
  [/\[a-z\]\{2,3\}\(-\[A-Z\]/, "en"],
  [/\]\+@\[/, "ada@example.com"],
  [/\]\+\\\.\[/, "example.com"],
  [/^\^\[a-z\]\{1,20\}:/, "status:open"],
  [/^\^\[a-z_\]\{1,40\}:/, "status:open"],
  [/A-Za-z0-9\]\(\?:\[A-Za-z0-9_-\]\{0,38\}\)\\\//, "acme/widgets"],
  [/\\d\{1,1?[0-9]\}/, "1"],
  [/\[1-9\]\\d/, "1"],
];
/** By the name of a property, so that examples read like real ones. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ name: "Ada Lovelace", title: "Where is my order?", email: "ada@example.com", content: "Your parcel left our house this morning." },
  ...{ text: "Your parcel left our house this morning.", note: "Please check the order first.", description: "What it is for", error: "…" },
  ...{
    code: "conflict",
    preview: "Where is my order?",
    subject: "Order 4711",
    url: "https://www.example.com/",
    website: "https://www.example.com/",
  },
  ...{
    domain: "example.com",
    path: "/",
    locale: "en",
    language: "en",
    timeZone: "Europe/Berlin",
    cursor: "2026-11-30",
    q: "refund",
    query: "refund",
  },
  ...{ clientId: "0b8f7c1e-6d2a-4c3b-9e5f-1a2b3c4d5e6f", action: "priority", color: "#3355cc" },
};
const UUID = "0b8f7c1e-6d2a-4c3b-9e5f-1a2b3c4d5e6f";

function textOf(schema: Json, name: string): string {
  if (schema["format"] === "date-time") return "2026-11-30T09:00:00.000Z";
  if (schema["format"] === "date") return "2026-11-30";
  if (schema["format"] === "uuid") return UUID;
  if (schema["format"] === "email") return "ada@example.com";
  if (schema["format"] === "uri") return "https://www.example.com/";
  const pattern = typeof schema["pattern"] === "string" ? schema["pattern"] : undefined;
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 200;
  const fits = (text: string): boolean =>
    text.length >= least && text.length <= most && (pattern === undefined || new RegExp(pattern, "u").test(text));
  const prefix = /^\^([a-z]{2,4})_\[0-9a-hjkmnp-tv-z\]\{(\d+)\}\$$/.exec(pattern ?? "");
  if (prefix) return `${prefix[1]}_${ID.padEnd(Number(prefix[2]), "0").slice(0, Number(prefix[2]))}`;
  const named = NAMES[name];
  if (named !== undefined && fits(named)) return named;
  const listed = PATTERNS.find(([of, text]) => of.test(pattern ?? "") && fits(text));
  if (listed) return listed[1];
  return ["Example", "example", "en", "a", "1", UUID, "#3355cc", "2026-11-30", "x".repeat(Math.max(1, least))].find(fits) ?? "";
}

function numberOf(schema: Json): number {
  const { minimum, maximum, exclusiveMinimum } = schema as { minimum?: number; maximum?: number; exclusiveMinimum?: number };
  const low = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  return Math.max(low, Math.min(1, maximum ?? 1));
}

/** An example of the schema; undefined where none can be told. `definitions`: what references lead to. */
export function exampleOf(schema: unknown, definitions: Json = {}, name = "", depth = 0): unknown {
  const one = schema as Json;
  if (typeof one !== "object" || one === null || depth > 24) return undefined;
  if (typeof one["$ref"] === "string") return exampleOf(definitions[one["$ref"].split("/").at(-1) ?? ""], definitions, name, depth + 1);
  if ("const" in one) return one["const"];
  if (Array.isArray(one["enum"])) return (one["enum"] as unknown[])[0];
  for (const way of ["anyOf", "oneOf"]) {
    const choices = one[way];
    if (Array.isArray(choices)) {
      const choice = (choices as Json[]).find((each) => each["type"] !== "null") ?? (choices as Json[])[0];
      return exampleOf(choice, definitions, name, depth + 1);
    }
  }
  if (Array.isArray(one["allOf"])) {
    const all = (one["allOf"] as Json[]).map((each) => exampleOf(each, definitions, name, depth + 1));
    return all.every((each) => typeof each === "object" && each !== null && !Array.isArray(each)) ? Object.assign({}, ...all) : all[0];
  }
  switch (one["type"]) {
    case "object":
      return objectOf(one, definitions, depth);
    case "array": {
      const count = Math.max(1, (one["minItems"] as number | undefined) ?? 1);
      const tuple = one["prefixItems"] as Json[] | undefined;
      if (tuple) return tuple.map((each) => exampleOf(each, definitions, name, depth + 1));
      if (one["maxItems"] === 0) return [];
      const item = exampleOf(one["items"], definitions, name.replace(/s$/, ""), depth + 1);
      return item === undefined ? [] : Array.from({ length: count }, () => item);
    }
    case "string":
      return textOf(one, name);
    case "number":
    case "integer":
      return numberOf(one);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return one["type"] === undefined && Object.keys(one).length === 0 ? { example: true } : undefined;
  }
}
function objectOf(one: Json, definitions: Json, depth: number): Json {
  const required = new Set((one["required"] as string[] | undefined) ?? []);
  const entries = Object.entries((one["properties"] as Json | undefined) ?? {}).flatMap(([key, value]): [string, unknown][] => {
    const example = exampleOf(value, definitions, key, depth + 1);
    // What may be left out is left out where it goes deep.
    return example === undefined || (!required.has(key) && depth > 2) ? [] : [[key, example]];
  });
  return Object.fromEntries(entries);
}

const SITE = "https://www.example.com";
const RULE = {
  ...{
    name: "Refunds",
    enabled: true,
    trigger: "customer_message",
    minutes: null,
    words: ["refund"],
    note: "Please check the order first.",
  },
  conditions: [{ field: "channel", is: "any", values: ["email"] }],
  steps: [{ action: "priority", value: { priority: "high" } }],
};
const MAILS = [{ waitDays: 0, subject: "An idea for your shop", text: "Good morning, …" }];
const VIEW = { name: "Refunds", icon: "💶", conditions: [{ field: "channel", is: "any", values: ["email"] }] };
const MACRO = { title: "Lost parcel", text: "Hi {{contact.first_name|there}}, we are looking for it.", kind: "reply", steps: RULE.steps };
const DAY = [{ from: 540, to: 1020 }];
/** What replaces parts of a request's example, where a check of the route says more than its schema; undefined leaves a part out. */
export const REPLACED: Readonly<Record<string, Json>> = {
  createProject: { name: "Northwind Pottery", websiteOrigin: SITE },
  createAutomationRule: { rule: RULE },
  changeAutomationRule: { rule: RULE },
  tryAutomationRule: { rule: RULE },
  createMacro: { macro: MACRO },
  changeMacro: { macro: MACRO },
  startBulkAction: { value: { priority: "high" }, list: undefined },
  setContactAttributes: { values: { plan: "pro" } },
  replyToConversation: { snooze: undefined, mail: undefined },
  holdReply: { snooze: undefined, mail: undefined },
  tagConversation: { remove: undefined },
  draftOutreach: { mails: MAILS },
  changeOutreach: { mails: MAILS },
  startLeadResearch: { addresses: ["https://acme.example/about"] },
  saveNotifications: { zone: "Europe/Berlin" },
  createSavedView: VIEW,
  changeSavedView: VIEW,
  changeBusinessHours: { week: [DAY, DAY, DAY, DAY, DAY, [], []], exceptions: [{ date: "2026-12-25", name: "Christmas", hours: [] }] },
  createContactAttribute: { key: "plan", label: "Plan", type: "choice", choices: ["free", "pro"] },
  saveHelpSettings: { contact: "https://www.example.com/contact", domain: null },
  changeOutreachSettings: { fromMinute: 540, toMinute: 1020 },
  createPreviewGrant: { site: SITE, fileOrigins: ["https://files.example.com"] },
  changeWidgetSettings: { websiteOrigin: SITE },
};
