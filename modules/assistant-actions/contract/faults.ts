// Everything that is wrong with an action, at its field: the editor and the server ask the same. Safe to load in a browser.
import { judgeAddress } from "#kernel/wire/address.ts";
import { m } from "#messages";
import type { ActionDraft } from "./schema.ts";
import { hasStrayBraces, hostOf, isContactField, keysOf, placeholdersOf, splitAddress } from "./template.ts";

export interface Fault {
  readonly path: string;
  readonly message: string;
}
/** Set by us or by the connection; a proxy may act upon the others. */
const RESERVED =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept|accept-.*|user-agent|idempotency-key|date|via|forwarded|(?:cf|x-forwarded|proxy|sec)-.*)$/i;
const INPUT_NAME = /^[a-z][a-z0-9_]*$/;
const PATH = /^(?:[\p{L}\p{N}_$@-]+|\*)(?:\.(?:[\p{L}\p{N}_$@-]+|\*))*$/u;

/** `hosts`: those that the project allows. `own`: origins of the installation. */
export function faultsOf(
  draft: ActionDraft,
  { hosts, own }: { readonly hosts: readonly string[]; readonly own: readonly string[] },
): Fault[] {
  return [
    ...(draft.name === "" ? [{ path: "name", message: m.assistant_actions_fault_name() }] : []),
    ...(draft.description === "" ? [{ path: "description", message: m.assistant_actions_fault_description() }] : []),
    ...faultsOfMethod(draft),
    ...faultsOfUrl(draft, hosts, own),
    ...faultsOfBody(draft),
    ...faultsOfPlaceholders(draft),
    ...faultsOfHeaders(draft),
    ...faultsOfInputs(draft),
    ...faultsOfTold(draft),
  ];
}

function faultsOfMethod({ method, kind }: ActionDraft): Fault[] {
  return kind === "changes" && method === "GET" ? [{ path: "method", message: m.assistant_actions_fault_get_changes() }] : [];
}

function faultsOfUrl({ url }: ActionDraft, hosts: readonly string[], own: readonly string[]): Fault[] {
  const at = (message: string): Fault[] => [{ path: "url", message }];
  const parts = splitAddress(url);
  const host = hostOf(url);
  if (!parts || host === undefined) return at(m.assistant_actions_fault_url());
  const judged = judgeAddress(url.replaceAll(/\{\{[^{}]*\}\}/g, "x"), { own });
  if ("bad" in judged)
    return at(judged.bad === "credentials" ? m.assistant_actions_fault_url_credentials() : m.assistant_actions_fault_url_private());
  if (!hosts.includes(host)) return at(m.assistant_actions_fault_host({ host }));
  if (parts.path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return at(m.assistant_actions_fault_url_dots());
  return [];
}

function faultsOfBody({ body, method }: ActionDraft): Fault[] {
  if (body === null) return [];
  const at = (message: string): Fault[] => [{ path: "body", message }];
  if (method === "GET" || method === "DELETE") return at(m.assistant_actions_fault_body_method({ method }));
  try {
    const json: unknown = JSON.parse(body);
    return keysOf(json).some((key) => key.includes("{{")) ? at(m.assistant_actions_fault_body_key()) : [];
  } catch {
    return at(m.assistant_actions_fault_body_json({ opening: "{{", closing: "}}" }));
  }
}

function faultsOfPlaceholders(draft: ActionDraft): Fault[] {
  const inputs = new Map(draft.inputs.map((input) => [input.name, input]));
  const used = new Set([...placeholdersOf(draft.url), ...placeholdersOf(draft.body ?? "")]);
  const own = ["contact.id", "contact.email", "contact.external_id"].filter((field) => used.has(field));
  const of = (path: "url" | "body", template: string): Fault[] => [
    ...(hasStrayBraces(template) ? [{ path, message: m.assistant_actions_fault_braces() }] : []),
    ...placeholdersOf(template)
      .filter((name) => !inputs.has(name) && !isContactField(name))
      .map((name) => ({ path, message: m.assistant_actions_fault_unknown_placeholder({ name }) })),
  ];
  const optional = placeholdersOf(splitAddress(draft.url)?.path ?? "").filter((name) => inputs.get(name)?.required === false);
  return [
    ...of("url", draft.url),
    ...of("body", draft.body ?? ""),
    ...optional.map((name) => ({ path: "url", message: m.assistant_actions_fault_optional_in_path({ name }) })),
    ...draft.inputs.flatMap(({ name }, i) =>
      INPUT_NAME.test(name) && !used.has(name) ? [{ path: `inputs.${i}.name`, message: m.assistant_actions_fault_unused({ name }) }] : [],
    ),
    // Otherwise whoever is proved could ask about anybody.
    ...(draft.personal && own.length === 0 ? [{ path: "personal", message: m.assistant_actions_fault_personal_without_person() }] : []),
    ...(!draft.personal && own.some((field) => field !== "contact.id")
      ? [{ path: "personal", message: m.assistant_actions_fault_person_not_personal() }]
      : []),
  ];
}

function faultsOfHeaders({ headers }: ActionDraft): Fault[] {
  return headers.flatMap(({ name, value }, i) => {
    const double = headers.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) < i;
    return [
      ...(!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
        ? [{ path: `headers.${i}.name`, message: m.assistant_actions_fault_header_name() }]
        : []),
      ...(RESERVED.test(name) ? [{ path: `headers.${i}.name`, message: m.assistant_actions_fault_header_reserved({ name }) }] : []),
      ...(double ? [{ path: `headers.${i}.name`, message: m.assistant_actions_fault_header_double({ name }) }] : []),
      ...(value !== null && !/^[\x20-\x7e]+$/.test(value)
        ? [{ path: `headers.${i}.value`, message: m.assistant_actions_fault_header_value() }]
        : []),
    ];
  });
}

function faultsOfInputs({ inputs }: ActionDraft): Fault[] {
  return inputs.flatMap(({ name, description, type, choices }, i) => [
    ...(!INPUT_NAME.test(name) ? [{ path: `inputs.${i}.name`, message: m.assistant_actions_fault_input_name() }] : []),
    ...(inputs.findIndex((other) => other.name === name) < i
      ? [{ path: `inputs.${i}.name`, message: m.assistant_actions_fault_input_double({ name }) }]
      : []),
    ...(description === "" ? [{ path: `inputs.${i}.description`, message: m.assistant_actions_fault_input_description() }] : []),
    ...(type === "choice" && (choices.length === 0 || choices.includes("") || new Set(choices).size < choices.length)
      ? [{ path: `inputs.${i}.choices`, message: m.assistant_actions_fault_choices() }]
      : []),
  ]);
}

function faultsOfTold({ told, kind }: ActionDraft): Fault[] {
  return [
    ...(kind === "reads" && told.length === 0 ? [{ path: "told", message: m.assistant_actions_fault_nothing_told() }] : []),
    ...told.flatMap(({ path, label }, i) => [
      ...(!PATH.test(path) ? [{ path: `told.${i}.path`, message: m.assistant_actions_fault_told_path() }] : []),
      ...(label === "" ? [{ path: `told.${i}.label`, message: m.assistant_actions_fault_told_label() }] : []),
    ]),
  ];
}

/** A host as people enter it, in its stored form; undefined if it can't be called. */
export function canonicalHost(text: string, own: readonly string[]): string | undefined {
  if (!/^[^\s/?#@:\\{}%]+$/.test(text)) return undefined;
  const judged = judgeAddress(`https://${text}/`, { own });
  return "url" in judged ? judged.url.hostname : undefined;
}
