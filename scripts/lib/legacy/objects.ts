// Puts objects into the local bucket and reads them, in a runtime without the product.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { startRuntime } from "../miniflare.ts";
import { readWorkerConfig } from "../worker-config.ts";
import { guardRuntimes } from "../workerd-guard.ts";

const WORKER = `export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const key = url.searchParams.get("key");
    if (request.method === "PUT") {
      await env.BUCKET.put(key, request.body, { sha256: url.searchParams.get("sha256") });
      return new Response(null);
    }
    if (request.method === "DELETE") {
      await env.BUCKET.delete(key);
      return new Response(null);
    }
    const found = await env.BUCKET.get(key);
    return found === null ? new Response(null, { status: 404 }) : new Response(found.body);
  },
};`;

export interface Objects {
  /** The SHA-256 of an object; undefined if there is none. */
  hashOf(key: string): Promise<string | undefined>;
  /** Stores a file's bytes. Throws if they do not have the hash. */
  put(key: string, file: string, size: number, sha256: string): Promise<void>;
  /** Removes an object; nothing happens if there is none. */
  remove(key: string): Promise<void>;
  /** The bytes of an object; undefined if there is none. */
  read(key: string): Promise<Readable | undefined>;
  close(): Promise<void>;
}

/**
 * One request over a connection of its own. The import blocks this thread for seconds while it writes rows, and the runtime closes a connection
 * that is idle for so long: one that is kept for the next request may be gone when that is sent.
 */
async function ask(url: URL, options: RequestOptions, body?: Readable): Promise<IncomingMessage> {
  const asked = request(url, { ...options, agent: false });
  // Errors are those of the two promises; one that comes later has nobody to hear it.
  asked.on("error", () => undefined);
  const answer = once(asked, "response") as Promise<[IncomingMessage]>;
  // A runtime that refuses answers before it has read the whole body: its answer counts, not the broken pipe.
  const [sent, answered] = await Promise.allSettled([body === undefined ? asked.end() : pipeline(body, asked), answer]);
  if (answered.status === "fulfilled") return answered.value[0];
  throw sent.status === "rejected" ? sent.reason : answered.reason;
}

/** Opens the bucket below `state`. The runtime starts with the first call. */
export function openObjects(state: string): Objects {
  let started: { readonly url: Promise<URL>; dispose(): Promise<void> } | undefined;
  const at = async (key: string, more: Record<string, string> = {}): Promise<URL> => {
    if (started === undefined) {
      guardRuntimes();
      const { name, compatibilityDate, r2 } = readWorkerConfig();
      const worker = { name, modules: true, script: WORKER, compatibilityDate, r2Buckets: { BUCKET: r2 } };
      const runtime = startRuntime({ host: "127.0.0.1", port: 0, state, worker });
      started = { url: runtime.ready, dispose: () => runtime.dispose() };
    }
    const url = new URL(await started.url);
    url.search = new URLSearchParams({ key, ...more }).toString();
    return url;
  };
  const read = async (key: string): Promise<Readable | undefined> => {
    const answer = await ask(await at(key), {});
    if (answer.statusCode === 200) return answer;
    answer.resume();
    if (answer.statusCode === 404) return undefined;
    throw new Error(`the bucket answered ${answer.statusCode}`);
  };
  return {
    read,
    async hashOf(key) {
      const bytes = await read(key);
      if (bytes === undefined) return undefined;
      const hash = createHash("sha256");
      for await (const chunk of bytes) hash.update(chunk as Buffer);
      return hash.digest("hex");
    },
    async put(key, file, size, sha256) {
      if (statSync(file).size !== size) throw new Error(`the object of ${file} changed while it was imported`);
      const headers = { "content-length": String(size) };
      const answer = await ask(await at(key, { sha256 }), { method: "PUT", headers }, createReadStream(file));
      const words = await text(answer);
      if (answer.statusCode !== 200) throw new Error(`the object of ${file} could not be stored: ${words.slice(0, 200)}`);
    },
    async remove(key) {
      const answer = await ask(await at(key), { method: "DELETE" });
      answer.resume();
      if (answer.statusCode !== 200) throw new Error(`the bucket answered ${answer.statusCode}`);
    },
    close: async () => await started?.dispose(),
  };
}
