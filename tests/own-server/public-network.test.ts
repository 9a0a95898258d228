// User-supplied URLs are fetched over a network that reaches public addresses only: the address that a name has when the runtime connects
// counts, not its spelling. Addresses configured by the administrator are exempt.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { lookup } from "node:dns/promises";
import { afterAll, beforeAll, test } from "vitest";
import { type Runtime, startRuntime } from "../../scripts/lib/miniflare.ts";
import { publicNetwork } from "../../scripts/lib/public-network.ts";
import { serveBuild } from "../../scripts/lib/serve.ts";

const asked: string[] = [];
const inside = createServer((request, response) => {
  asked.push(request.headers.host ?? "");
  response.end("inside");
});
let port = 0;
let runtime: Runtime;
let url = "";
// Answers how each of the two networks treats an address.
const WORKER = `export default {
  async fetch(request, env) {
    const to = new URL(request.url).searchParams.get("to");
    const end = (fetching) => fetching.then((answer) => answer.text(), () => "refused");
    return Response.json([await end(env.PUBLIC_NETWORK.fetch(to, { redirect: "manual" })), await end(fetch(to))]);
  },
};`;
const state = mkdtempSync(join(tmpdir(), "seed-desk-network-"));
beforeAll(async () => {
  await new Promise<void>((resolve) => void inside.listen(0, "::", resolve));
  ({ port } = inside.address() as AddressInfo);
  runtime = startRuntime({
    host: "127.0.0.1",
    port: 0,
    state,
    worker: {
      name: "fetches",
      compatibilityDate: "2026-07-01",
      modules: true,
      script: WORKER,
      serviceBindings: { PUBLIC_NETWORK: publicNetwork() },
    },
    // Each refusal is one log line.
    onLog: () => undefined,
  });
  url = (await runtime.ready).href;
});
afterAll(async () => {
  await runtime.dispose();
  inside.close();
  rmSync(state, { recursive: true, force: true });
  inside.closeAllConnections();
});

async function ends(host: string): Promise<readonly [overPublicNetwork: string, otherwise: string, connections: number]> {
  asked.length = 0;
  const answer = await fetch(`${url}?to=${encodeURIComponent(`http://${host}:${port}/`)}`);
  const [one = "", other = ""] = (await answer.json()) as string[];
  return [one, other, asked.length];
}

test("a name that resolves to an internal address is not connected to, except over the administrator's network", async () => {
  assert.deepEqual(await ends("localhost"), ["refused", "inside", 1]);
  // The machine's own name, as its resolver answers it.
  const own = await lookup(hostname()).then(
    () => hostname(),
    () => "localhost",
  );
  assert.deepEqual(await ends(own), ["refused", "inside", 1]);
});

test("no spelling of an internal address is connected to, nor the machine's own public one", async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ address }) => !address.startsWith("fe80"))
    .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
  for (const host of ["127.0.0.1", "127.8.8.8", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", ...own]) {
    const [overIt, , connections] = await ends(host);
    assert.deepEqual([host, overIt, connections <= 1], [host, "refused", true]);
  }
});

test("non-public networks are refused before anything is sent", async () => {
  const elsewhere =
    "10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 198.18.0.1 192.0.2.77 203.0.113.77 224.0.0.1 240.0.0.1".split(" ");
  const v6 = "64:ff9b::a00:1 64:ff9b:1::a00:1 2002:a00:1:: 2001:db8::1 fc00::1 fd00::77 fe80::1 fec0::1 ff02::1".split(" ");
  const network = publicNetwork() as { readonly network: { readonly deny: readonly string[] } };
  assert.ok(network.network.deny.length > 15);
  const only = `export default {
    async fetch(request, env) {
      const to = new URL(request.url).searchParams.get("to");
      return new Response(await env.PUBLIC_NETWORK.fetch(to, { signal: AbortSignal.timeout(2000) }).then(() => "reached", (error) => error.name));
    },
  };`;
  const other = startRuntime({
    host: "127.0.0.1",
    port: 0,
    state,
    worker: { name: "only", compatibilityDate: "2026-07-01", modules: true, script: only, serviceBindings: { PUBLIC_NETWORK: network } },
    onLog: () => undefined,
  });
  try {
    const at = (await other.ready).href;
    for (const host of [...elsewhere, ...v6.map((one) => `[${one}]`)]) {
      const answer = await (await fetch(`${at}?to=${encodeURIComponent(`http://${host}:9/`)}`)).text();
      // An attempted connection would end by the timeout, or never.
      assert.deepEqual([host, answer], [host, "Error"]);
    }
  } finally {
    await other.dispose();
  }
});

test("what npm start serves uses this network", async () => {
  const served = await serveBuild({ tick: false, onLog: () => undefined });
  try {
    const { PUBLIC_NETWORK } = (await served.runtime.getBindings()) as { PUBLIC_NETWORK: { fetch(to: string): Promise<Response> } };
    asked.length = 0;
    await assert.rejects(PUBLIC_NETWORK.fetch(`http://localhost:${port}/`));
    assert.deepEqual(asked, []);
  } finally {
    await served.stop();
  }
});
