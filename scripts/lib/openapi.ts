// Builds the OpenAPI 3.1 document from the routes. A test compares it with the committed file; it is never part of the worker.
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { Route } from "../../kernel/wire/route.ts";
import { readModuleDescriptions, readRouteComments, summaryOf } from "./openapi-docs.ts";
import { exampleOf, REPLACED } from "./openapi-examples.ts";
import { inRoot, ROOT } from "./paths.ts";

type Json = Record<string, unknown>;

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "who" in value && "method" in value && "path" in value;

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";

export interface Declared {
  readonly routes: readonly Route[];
  /** The module of each route, by its name. */
  readonly modules: ReadonlyMap<string, string>;
  /** Schemas of replies that contracts export, by name. */
  readonly shapes: Readonly<Record<string, GenericSchema>>;
}

/** Reads the routes of all contracts, sorted by path, and the named schemas of their replies. */
export async function readContracts(): Promise<Declared> {
  const files = globSync("modules/*/contract.ts", { cwd: ROOT }).sort();
  const all = await Promise.all(files.map(async (file) => Object.entries((await import(pathToFileURL(inRoot(file)).href)) as Json)));
  const exported = all.flat();
  const modules = new Map(
    all.flatMap((entries, at) =>
      entries.flatMap(([, value]): [string, string][] => (isRoute(value) ? [[value.name, files[at]?.split("/")[1] ?? ""]] : [])),
    ),
  );
  const routes = exported
    .flatMap(([, value]) => value)
    .filter(isRoute)
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1));
  const objects = exported.filter(
    (entry): entry is [string, GenericSchema] => isSchema(entry[1]) && (entry[1].type === "object" || entry[1].type === "variant"),
  );
  const named = objects.filter(([name]) => !/(Body|Query|Frame)$/.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { routes, modules, shapes: Object.fromEntries(named) };
}

// Transforms and custom checks have no JSON Schema; only the schema around them is shown.
const OPTIONS = {
  target: "draft-2020-12",
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

function schemaOf(schema: unknown, typeMode: "input" | "output", shapes: Declared["shapes"] = {}): Json {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema as GenericSchema, { ...OPTIONS, typeMode, definitions: shapes }) as Json;
  return rest;
}

const SECURITY: Readonly<Record<string, string>> = {
  account: "session",
  member: "session",
  admin: "session",
  owner: "session",
  visitor: "visitor",
  widget: "widgetKey",
  reader: "session",
  gateway: "inboundToken",
  token: "apiToken",
  device: "deviceToken",
};
const CALLERS: Readonly<Record<Route["who"], string>> = {
  anyone: "Anybody.",
  account: "A signed-in person.",
  member: "A member of the project: operator, admin or owner.",
  admin: "An admin or owner of the project.",
  owner: "An owner of the project.",
  widget: "A page of the project's website: the public widget key and the exact origin.",
  visitor: "A visitor of the project's website: a session token and the exact origin.",
  reader: "A member of the file's project or the visitor whose file it is.",
  token: "A program with an API token of a project.",
  device: "A paired computer with its device token, which names its project.",
  gateway: "A mail gateway: the inbound token, as a bearer or as the password of basic auth.",
};
/** Descriptions of bodies and replies that are not JSON or have no single schema. */
const RAW: Readonly<Record<string, string>> = {
  uploadSourceFile: "The file's bytes, with Content-Length.",
  sendFileText: "The file's text in UTF-8, with Content-Length.",
  readOriginal: "The bytes of the uploaded file, as an attachment.",
  setupOwner: "HTML form or JSON `{ name, email, password, setupToken }`; answers a redirect or `{ person }` and sets the session cookie.",
  login: "HTML form or JSON `{ email, password, next }`; answers a redirect or `{ person }` and sets the session cookie.",
  logout: "Ends the session of the cookie and redirects to /login.",
  acceptInvitation: "HTML form or JSON `{ name, email, password }`, empty when signed in; answers a redirect or `{ projectId, role }`.",
  readWorkFile: "The file's bytes, always as `application/octet-stream`.",
  readFile: "The file's bytes. Range and If-None-Match are served; only checked raster images are `inline`.",
  memberSocket: "WebSocket upgrade with the subprotocols `seed.v1` and `ticket.<ticket>`.",
  visitorSocket: "WebSocket upgrade with the subprotocols `seed.v1` and `ticket.<ticket>`.",
  health: "`{ status, version, build, runtime, database, files }`; 503 while a store does not answer.",
  receiveEvents:
    "Events as the mail provider sends them: one of Resend with `svix-*` headers, or a list of SendGrid's signed event webhook.",
  receiveFromGateway:
    "A raw mail, with its envelope in `X-Envelope-From` and `X-Envelope-To` if it is known; or JSON `{ message: <raw mail> | { from, to, cc?, replyTo?, subject?, date?, text?, html?, messageId?, inReplyTo?, references?, attachments? }, envelopeFrom?, envelopeTo?, subject?, headers? }`. Other fields are ignored.",
  receiveParsed: "The form of a hosted inbound parse, parsed or raw. 400 when `envelope.from` is empty.",
  readRawEmail: "The whole mail as it came, as a download.",
  callMcp: "One JSON-RPC 2.0 message of the Model Context Protocol; answers one, or 202 for a notification.",
  openMcpStream: "Always 405: there is no stream.",
  endMcpSession: "Always 405: there is no session.",
  viewMail: "A page (HTML) of the mail as it was laid out, below a policy of its own that runs and loads nothing.",
  uploadForReport: "The raw bytes of one file; Content-Length is required.",
  uploadForReply: "The raw bytes of one file; Content-Length is required.",
  uploadFile: "The raw bytes of one file; Content-Length is required.",
};

/** The path in OpenAPI syntax; a trailing `*` becomes a parameter. */
const pathOf = (route: Route): string => route.path.replace(/:(\w+)/g, "{$1}").replace(/\*$/, "{rest}");

function parametersOf(route: Route): Json[] {
  const path = Object.entries(route.params as Json).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: schemaOf(schema, "input"),
  }));
  const rest = route.path.endsWith("*") ? [{ name: "rest", in: "path", required: true, schema: { type: "string" } }] : [];
  if (route.query === undefined) return [...path, ...rest];
  const query = schemaOf(route.query, "input") as { properties?: Record<string, Json>; required?: string[] };
  return [
    ...path,
    ...rest,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query.required?.includes(name) ?? false,
      schema,
    })),
  ];
}

const BODIES: Readonly<Record<string, Json>> = {
  receiveFromGateway: { "message/rfc822": {}, "application/json": {} },
  receiveParsed: { "multipart/form-data": {} },
  sendFileText: { "text/plain": {} },
  callMcp: { "application/json": {} },
};
function bodyOf(route: Route): Json {
  if (route.body === undefined) return {};
  if (route.body !== "raw") {
    const schema = schemaOf(route.body, "input");
    const made = exampleOf(schema);
    const example = typeof made === "object" && made !== null && !Array.isArray(made) ? { ...made, ...REPLACED[route.name] } : made;
    return { requestBody: { required: true, content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } } };
  }
  const content = route.name.startsWith("upload")
    ? { "application/octet-stream": {} }
    : (BODIES[route.name] ?? { "application/x-www-form-urlencoded": {}, "application/json": {} });
  return { requestBody: { description: RAW[route.name] ?? "A form.", required: route.name.startsWith("upload"), content } };
}

/** The status of each code that routes name among their errors. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ...{ invalid_request: 400, authorization_pending: 400, slow_down: 400, access_denied: 400, expired_token: 400 },
  ...{ unauthenticated: 401, forbidden: 403, not_found: 404, conflict: 409, stale_frontier: 409, setup_closed: 409 },
  ...{ length_required: 411, too_large: 413, unsupported_type: 415, connector_outdated: 426, rate_limited: 429 },
  ...{ not_configured: 503, misconfigured: 503, unavailable: 503, ai_unavailable: 429 },
};
const REFUSED: Readonly<Record<number, string>> = {
  400: "Something in the request is wrong; `issues` says where.",
  401: "Nobody is signed in, or the token is not valid.",
  403: "The caller may not do this.",
  404: "There is no such thing, or the caller may not know of it.",
  409: "It contradicts what is stored by now.",
  411: "The length of the body has to be said.",
  413: "It is too large.",
  415: "This type is not taken.",
  426: "The program is too old.",
  429: "Too many in a while, or a ceiling is reached; `retryAfter` says when to try again.",
  503: "Not available: a service or store does not answer, or variables are missing.",
};
/** What each route may be refused with: by its shape, by its caller, by its limits, and what it names itself. */
function refusalsOf(route: Route): ReadonlyMap<number, readonly string[]> {
  const takes = route.body !== undefined || route.query !== undefined || Object.keys(route.params as Json).length > 0;
  const codes = new Set([
    ...(takes ? ["invalid_request"] : []),
    ...(route.who === "anyone" ? [] : ["unauthenticated"]),
    ...(["admin", "owner", "widget", "visitor"].includes(route.who) ? ["forbidden"] : []),
    ...(route.path.includes(":") || route.path.endsWith("*") ? ["not_found"] : []),
    ...(route.limits.length > 0 ? ["rate_limited"] : []),
    ...route.errors,
  ]);
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const status = STATUS_OF[code];
    if (status === undefined) throw new Error(`no status for the code ${code} of ${route.name}`);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

function responsesOf(route: Route, shapes: Declared["shapes"], definitions: Json): Json {
  const shared = (name: string | number) => ({ $ref: `#/components/responses/${name}` });
  const refusals = Object.fromEntries([...refusalsOf(route).keys()].map((status) => [status, shared(`Refused${status}`)]));
  const others = { ...refusals, "4XX": shared("Refused"), "5XX": shared("Failed") };
  if (route.reply !== "raw") {
    const schema = schemaOf(route.reply, "output", shapes);
    const example = exampleOf(schema, definitions);
    return {
      [route.status]: {
        description: "Done",
        content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
      },
      ...others,
    };
  }
  const socket = route.name.endsWith("Socket");
  return { [socket ? 101 : route.status]: { description: RAW[route.name] ?? "A page (HTML)." }, ...others };
}

interface Words {
  readonly module: string;
  /** The comment above the route. */
  readonly comment: string | undefined;
}
function securityOf({ who, personOnly }: Route): Json[] {
  if (who === "anyone") return [];
  if (who === "reader") return [{ session: [] }, { visitor: [] }];
  const own = { [SECURITY[who] ?? ""]: [] };
  const isMember = who === "member" || who === "admin" || who === "owner";
  return isMember && personOnly !== true ? [own, { apiToken: [] }] : [own];
}
function operationOf(route: Route, shapes: Declared["shapes"], { module, comment }: Words, definitions: Json): Json {
  return {
    operationId: route.name,
    summary: summaryOf(route.name),
    description: [comment, CALLERS[route.who]].filter(Boolean).join("\n\n"),
    tags: [module],
    "x-who": route.who,
    ...(route.limits.length > 0 ? { "x-limits": route.limits } : {}),
    "x-codes": [...refusalsOf(route).values()].flat(),
    security: securityOf(route),
    parameters: parametersOf(route),
    ...bodyOf(route),
    responses: responsesOf(route, shapes, definitions),
  };
}
/** The schemas that replies refer to, transitively. */
function referenced(paths: Json, all: Json): Json {
  const kept = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (kept.has(name) || !(name in all)) continue;
      kept.add(name);
      visit(all[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(all).filter(([name]) => kept.has(name)));
}

const refused = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

/** Builds the document. */
export function openapi({ routes, modules, shapes }: Declared, version: string): Json {
  const paths: Record<string, Json> = {};
  const comments = readRouteComments();
  const definitions = toJsonSchemaDefs(shapes, { ...OPTIONS, typeMode: "output" }) as Json;
  for (const route of routes)
    (paths[pathOf(route)] ??= {})[route.method.toLowerCase()] = operationOf(
      route,
      shapes,
      { module: modules.get(route.name) ?? "", comment: comments.get(route.name) },
      definitions,
    );
  const described = readModuleDescriptions();
  const used = [...new Set(modules.values())].sort();
  return {
    openapi: "3.1.0",
    info: {
      title: "Seed Desk",
      version,
      description:
        "The interface of a Seed Desk installation. Ids are opaque; times are RFC 3339 in UTC. A `clientId` is a UUID of the caller's that makes a repetition harmless: the same request again gets the first answer. What changes from release to release stands in docs/api/changelog.md.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      {
        url: "https://{host}",
        description: "Your installation",
        variables: {
          host: { default: "desk.example.com", description: "Host of `APP_ORIGIN`, or of `WIDGET_ORIGIN` for the widget's own routes" },
        },
      },
    ],
    tags: used.map((name) => ({ name, description: described.get(name) ?? name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-session",
          description: "`session` on loopback http. Changes also need an Origin equal to the application's.",
        },
        visitor: {
          type: "http",
          scheme: "bearer",
          description: "The token of POST /api/widget/sessions, from the project's exact website origin.",
        },
        inboundToken: {
          type: "http",
          scheme: "bearer",
          description: "`INBOUND_EMAIL_TOKEN`, or basic auth with any name and the token as its password.",
        },
        apiToken: {
          type: "http",
          scheme: "bearer",
          description:
            "An API token that an admin of a project created. It names the project. With the scope `api:read` or `api:write` it acts for that admin.",
        },
        deviceToken: {
          type: "http",
          scheme: "bearer",
          description: "The token of a paired computer, which its heartbeats replace.",
        },
        widgetKey: {
          type: "apiKey",
          in: "query",
          name: "key",
          description: "The project's public widget key, or `key` in the body; from the project's exact website origin.",
        },
      },
      responses: {
        ...Object.fromEntries(Object.entries(REFUSED).map(([status, description]) => [`Refused${status}`, refused(description)])),
        Refused: refused("Refused for another reason, such as a method or a size that the route does not take."),
        Failed: refused("A fault of the installation; the header `x-request-id` names it in the log."),
      },
      schemas: {
        Refusal: {
          type: "object",
          properties: {
            error: { type: "string", description: "A sentence for people." },
            code: { type: "string", description: "A name for programs." },
            issues: {
              type: "array",
              items: {
                type: "object",
                properties: { path: { type: "string" }, message: { type: "string" } },
                required: ["path", "message"],
              },
            },
            limit: { type: "string" },
            retryAfter: { type: "integer" },
          },
          required: ["error", "code"],
        },
        ...referenced(paths, definitions),
      },
    },
  };
}

export const OPENAPI_FILE = inRoot("docs/api/openapi.json");

/** The text of `docs/api/openapi.json`. */
export async function openapiText(version: string): Promise<string> {
  return `${JSON.stringify(openapi(await readContracts(), version), null, 1)}\n`;
}
