// What becomes of a project's token at GitHub when it can't be revoked as usual: other variables by now, or ended there before.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CodeHosting } from "#modules/code-hosting/contract";
import { HostedWorld, VARS } from "./code-host-kit.ts";

let hosted: HostedWorld;
beforeEach(async () => {
  hosted = await HostedWorld.make();
  hosted.answers();
});
afterEach(() => vi.unstubAllGlobals());

const setVariables = (vars: Record<string, string | undefined>): void =>
  void (hosted.world.env = { ...hosted.world.env, ...vars } as typeof hosted.world.env);
/** Disconnects; answers the status, what was said, and the connection that is left. */
async function disconnected(): Promise<unknown[]> {
  const { status, body } = await hosted.world.as(hosted.management("connection"), { method: "DELETE" });
  const left = await hosted.world.as<CodeHosting>(`/api/dashboard/projects/${hosted.world.projectId}/code-hosting`);
  return [status, body, left.body.connection];
}

test("disconnecting never says that a token has ended that may still be valid", async () => {
  for (const vars of [
    // The installation has another application by now, and GitHub knows no such token of it.
    { CODEHOST_CLIENT_ID: "Iv1.another" },
    { CODEHOST_CLIENT_ID: undefined },
    { INTEGRATION_ENCRYPTION_KEY: undefined },
    { INTEGRATION_ENCRYPTION_KEY: "malformed" },
  ]) {
    await hosted.connectWith("acme/app");
    setVariables(vars);
    expect([vars, await disconnected()]).toEqual([vars, [200, { revoked: false }, null]]);
    setVariables(VARS);
  }
});

test("a token that was revoked at GitHub before has ended", async () => {
  await hosted.connectWith("acme/app");
  hosted.host.tokens.clear();
  expect(await disconnected()).toEqual([200, { revoked: true }, null]);
});

test("the token of a deleted project is forgotten when it can't be decrypted", async () => {
  const { world } = hosted;
  await hosted.connectWith("acme/app");
  setVariables({ INTEGRATION_ENCRYPTION_KEY: undefined });
  expect((await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  await world.tick();
  expect(await world.rows("SELECT * FROM code_hosting_connections WHERE project_id = ?", world.projectId)).toEqual([]);
});
