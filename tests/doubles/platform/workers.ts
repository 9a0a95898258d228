// Worker routes of the platform double: scripts, secrets, assets, and schedules, as the platform's tool uploads them.
import { randomUUID } from "node:crypto";
import { noScript, ok, refuse } from "./answers.ts";
import { parts } from "./multipart.ts";
import { inAccount, type Request, route, type Route, text } from "./routes.ts";
import { hexId, replaceScript, type PlatformState, type Script } from "./state.ts";

type Binding = { readonly type: string; readonly name: string; readonly text?: string; readonly id?: string };

const bindingsOf = (state: PlatformState, worker: string): Binding[] => {
  const own = (state.scripts.get(worker)?.metadata["bindings"] ?? []) as Binding[];
  return own.filter((one) => one.type !== "secret_text").map((one) => (one.type === "d1" ? { ...one, database_id: one.id } : one));
};

const secretsOf = (state: PlatformState, worker: string): Map<string, string> => {
  const found = state.secrets.get(worker) ?? new Map<string, string>();
  state.secrets.set(worker, found);
  return found;
};

const HIDDEN = { enabled: false, previews_enabled: false };

/** The build id in the code. The double runs no code, so it reads there what /health would report. */
const buildIn = (code: string): string | undefined => /\bbuild_[0-9a-f]{16}\b/.exec(code)?.[0];

/** The contents of an upload; `at[0]` is the worker. */
function uploaded({ body, contentType }: Request): Omit<Script, "version"> {
  const all = parts(body, contentType);
  const metadata = JSON.parse(all.find((part) => part.name === "metadata")?.body.toString("utf8") ?? "{}") as Record<string, unknown>;
  const modules = Object.fromEntries(all.filter((part) => part.name !== "metadata").map((part) => [part.name, part.body.length]));
  return { metadata, modules, build: all.map((part) => buildIn(part.body.toString("latin1"))).find((id) => id !== undefined) };
}

/** Replaces a worker's code; secrets that are not named stay, as the platform's tool asks for. */
function serve(state: PlatformState, worker: string, script: Omit<Script, "version">): void {
  const secrets = secretsOf(state, worker);
  for (const { type, name, text: value } of (script.metadata["bindings"] ?? []) as Binding[]) {
    if (type === "secret_text") secrets.set(name, value ?? "");
  }
  replaceScript(state, worker, script);
}

function upload(state: PlatformState, request: Request) {
  const worker = request.at[0] ?? "";
  serve(state, worker, uploaded(request));
  return ok({ id: worker, etag: "e", deployment_id: hexId(), startup_time_ms: 12, entry_point: "index.js", tag: "tag", tags: [] });
}

/** When no Durable Object migration is needed, the tool uploads a version and then deploys it. */
function uploadVersion(state: PlatformState, request: Request) {
  const id = randomUUID();
  state.versions.set(id, uploaded(request));
  return ok({ id, startup_time_ms: 12, metadata: { has_preview: false }, resources: { script: { etag: "e" } } });
}

function deployVersion(state: PlatformState, request: Request) {
  const { versions } = text(request) as { readonly versions: readonly { readonly version_id: string }[] };
  const version = state.versions.get(versions[0]?.version_id ?? "");
  if (!version) return refuse(404, 10_007, "This version does not exist.");
  serve(state, request.at[0] ?? "", version);
  return ok({ id: hexId() });
}

const ifPublished =
  (answer: Route["answer"]): Route["answer"] =>
  (state, request) =>
    state.scripts.has(request.at[0] ?? "") ? answer(state, request) : noScript();

export const workerRoutes: readonly Route[] = [
  route("GET", inAccount("/workers/services/:w"), "scripts", (state, { at }) => {
    const script = state.scripts.get(at[0] ?? "");
    if (!script) return refuse(404, 10_090, "workers.api.error.service_not_found");
    const migrations = script.metadata["migrations"] as { readonly new_tag?: string } | undefined;
    const tag = { tag: "tag", tags: [], last_deployed_from: "wrangler", migration_tag: migrations?.new_tag ?? "v1" };
    return ok({ id: at[0], default_environment: { environment: "production", script: { id: at[0], ...tag } } });
  }),
  route("GET", inAccount("/workers/workers/:w"), "scripts", (state, { at }) => {
    const name = at[0] ?? "";
    if (!state.scripts.has(name)) return refuse(404, 10_007, "not found");
    return ok({ id: name, name, tags: [], subdomain: state.platformHosts.get(name) ?? HIDDEN, observability: {} });
  }),
  route("GET", inAccount("/workers/scripts/:w/subdomain"), "scripts", (state, { at }) =>
    ok(state.platformHosts.get(at[0] ?? "") ?? HIDDEN),
  ),
  route(
    "POST",
    inAccount("/workers/scripts/:w/subdomain"),
    "scripts",
    ifPublished((state, request) => {
      state.platformHosts.set(request.at[0] ?? "", text(request) as { enabled: boolean; previews_enabled: boolean });
      return ok(text(request));
    }),
  ),
  route("POST", inAccount("/workers/scripts/:w/assets-upload-session"), "scripts", (state, request) => {
    const manifest = text(request)["manifest"] as Record<string, { readonly hash: string }>;
    const wanted = [...new Set(Object.values(manifest).map((file) => file.hash))].filter((hash) => !state.assets.has(hash));
    return ok(wanted.length === 0 ? { jwt: "complete", buckets: [] } : { jwt: "upload", buckets: [wanted] });
  }),
  route("POST", inAccount("/workers/assets/upload"), "scripts", (state, request) => {
    for (const part of parts(request.body, request.contentType)) state.assets.add(part.name);
    return ok({ jwt: "complete" }, 201);
  }),
  route(
    "GET",
    inAccount("/workers/scripts/:w/deployments"),
    "scripts",
    ifPublished(() => ok({ deployments: [] })),
  ),
  route(
    "GET",
    inAccount("/workers/scripts/:w/settings"),
    "scripts",
    ifPublished((state, { at }) => ok({ bindings: bindingsOf(state, at[0] ?? ""), tags: [] })),
  ),
  route("POST", inAccount("/workers/scripts/:w/versions"), "scripts", ifPublished(uploadVersion)),
  route("POST", inAccount("/workers/scripts/:w/deployments"), "scripts", ifPublished(deployVersion)),
  route("PATCH", inAccount("/workers/scripts/:w/(?:script-)?settings"), "scripts", () => ok({})),
  route("GET", inAccount("/workers/scripts/:w/secrets"), "scripts", (state, { at }) =>
    ok([...secretsOf(state, at[0] ?? "").keys()].map((name) => ({ name, type: "secret_text" }))),
  ),
  route("PUT", inAccount("/workers/scripts/:w/schedules"), "scripts", (state, request) => {
    state.schedules.set(request.at[0] ?? "", JSON.parse(request.body.toString("utf8")));
    return ok({ schedules: state.schedules.get(request.at[0] ?? "") });
  }),
  route("PUT", inAccount("/workers/scripts/:w"), "scripts", upload),
];
