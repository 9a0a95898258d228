// Puts objects into the local bucket and reads them, in a runtime without the product.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
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
    const found = await env.BUCKET.get(key);
    return found === null ? new Response(null, { status: 404 }) : new Response(found.body);
  },
};`;

export interface Objects {
  /** The SHA-256 of an object; undefined if there is none. */
  hashOf(key: string): Promise<string | undefined>;
  /** Stores a file's bytes. Throws if they do not have the hash. */
  put(key: string, file: string, size: number, sha256: string): Promise<void>;
  /** The bytes of an object; undefined if there is none. */
  read(key: string): Promise<Readable | undefined>;
  close(): Promise<void>;
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
    const response = await fetch(await at(key));
    if (response.status === 200 && response.body !== null) return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await response.text();
    if (response.status === 404) return undefined;
    throw new Error(`the bucket answered ${response.status}`);
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
      const response = await fetch(await at(key, { sha256 }), {
        ...{ method: "PUT", body: Readable.toWeb(createReadStream(file)) as unknown as BodyInit, duplex: "half" },
        headers: { "content-length": String(size) },
      } as RequestInit);
      const answer = await response.text();
      if (!response.ok) throw new Error(`the object of ${file} could not be stored: ${answer.slice(0, 200)}`);
    },
    close: async () => await started?.dispose(),
  };
}
