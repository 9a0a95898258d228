// Answers /health for a host of the published application, according to the platform's state.
import type { PlatformState, Script } from "./state.ts";

export interface Origin {
  readonly status: number;
  readonly body: unknown;
}

const NOTHING: Origin = { status: 522, body: "nothing answers here" };

interface Bound {
  readonly type: string;
  readonly id?: string;
  readonly bucket_name?: string;
  readonly name?: string;
  readonly text?: string;
}

function workerAt(state: PlatformState, host: string): string | undefined {
  const platformHost = /^([^.]+)\.([^.]+)\.workers\.dev$/.exec(host);
  if (!platformHost) return state.domains.get(host);
  const [, worker = "", subdomain] = platformHost;
  return subdomain === state.subdomain && state.platformHosts.get(worker)?.enabled ? worker : undefined;
}

/** The version that answers now: for a while after a publication the previous one. */
function answering(state: PlatformState, worker: string): Script | undefined {
  const leaving = state.leaving.get(worker);
  return leaving && leaving.left-- > 0 ? leaving.script : state.scripts.get(worker);
}

/** Whether the host is that of a published worker's website preview, on which it answers nothing of the application. */
export function isPreviewHost(state: PlatformState, host: string): boolean {
  const bindings = (state.scripts.get(workerAt(state, host) ?? "")?.metadata["bindings"] ?? []) as Bound[];
  return bindings.some(({ name, text }) => name === "PREVIEW_ORIGIN" && text === `https://${host}`);
}

/** 200 while the worker's database and bucket exist, 503 when one is missing, nothing when no worker has the host. */
export function healthAt(state: PlatformState, host: string): Origin {
  const script = answering(state, workerAt(state, host) ?? "");
  if (!script) return NOTHING;
  const bindings = (script.metadata["bindings"] ?? []) as Bound[];
  const has = (type: string, there: (bound: Bound) => boolean): string =>
    bindings.some((bound) => bound.type === type && there(bound)) ? "ok" : "unreachable";
  const database = has("d1", ({ id }) => state.databases.has(id ?? ""));
  const files = has("r2_bucket", ({ bucket_name }) => state.buckets.has(bucket_name ?? ""));
  const isOk = database === "ok" && files === "ok";
  const about = { version: "0", build: script.build, runtime: "double" };
  return { status: isOk ? 200 : 503, body: { status: isOk ? "ok" : "unavailable", ...about, database, files } };
}
