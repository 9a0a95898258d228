// Calls of a paired computer: each reads the credential, sends one request, and keeps the token that comes back, while no other command does.
import { removeCredential, requireCredential, storeCredential } from "./credential.ts";
import { EXIT, Failure } from "./failure.ts";
import { locked } from "./folder.ts";
import { systemName, VERSION } from "./machine.ts";
import { call, Refused } from "./service.ts";
import { visible } from "./visible.ts";
import { Done, Heartbeat, Paired } from "./wire.ts";
import type * as v from "valibot";

/** For these reasons a token never works again. For another, such as a locked account, it may: then the credential stays. */
const FOR_GOOD = ["unknown", "revoked", "superseded"];
/** A token that never works again is not kept; the person pairs anew. */
function authorityEnded(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401) {
    if (FOR_GOOD.includes(error.problem.reason ?? "")) removeCredential();
    throw new Failure(visible(error.message), EXIT.noAuthority);
  }
  throw new Failure(visible(error.message), error.status === 426 ? EXIT.noAuthority : EXIT.failed);
}

/** Says that the connector runs. The next token is on disk before this returns, so before anything could use it. */
export const heartbeat = (state: "idle" | "working" | "stopped"): Promise<v.InferOutput<typeof Heartbeat>> =>
  locked(async () => {
    const credential = requireCredential();
    try {
      const answer = await call(credential.origin, {
        path: "/api/connector/heartbeat",
        reply: Heartbeat,
        body: { version: VERSION, system: systemName(), state },
        token: credential.token,
      });
      if (answer.token !== null) storeCredential({ ...credential, token: answer.token });
      return answer;
    } catch (error) {
      return authorityEnded(error);
    }
  });
/** What this computer may do at this moment. */
export const readPaired = (): Promise<Paired> =>
  locked(async () => {
    const { origin, token } = requireCredential();
    return await call(origin, { path: "/api/connector/device", reply: Paired, token }).catch(authorityEnded);
  });
/** Gives up the access of this computer. */
export const giveUp = (): Promise<void> =>
  locked(async () => {
    const { origin, token } = requireCredential();
    await call(origin, { path: "/api/connector/unpair", reply: Done, body: {}, token }).catch(authorityEnded);
    removeCredential();
  });
