// `pair`: asks for a code, shows it, and waits until the person has decided in the browser (RFC 8628).
import { stdout } from "node:process";
import type { Given } from "../arguments.ts";
import { kindsOf, readConfig } from "../config.ts";
import { readCredential, storeCredential } from "../credential.ts";
import { EXIT, Failure } from "../failure.ts";
import { locked, makeFolder } from "../folder.ts";
import { machineName, systemName, VERSION } from "../machine.ts";
import { call, originOf, Refused, Unreachable } from "../service.ts";
import { heartbeat } from "../session.ts";
import { visible } from "../visible.ts";
import { Authorization, Collected, type WorkKind } from "../wire.ts";
import { describePaired } from "../words.ts";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function pair({ address = "", name, kinds }: Given): Promise<number> {
  const origin = originOf(address);
  makeFolder();
  const paired = readCredential();
  if (paired)
    throw new Failure(`This computer is already paired with ${visible(paired.origin)}. Unpair it first: seed-desk-connector unpair`);
  const asked = await ask(origin, name ?? machineName(), kinds ?? kindsAllowed());
  stdout.write(
    [
      "To pair this computer, open",
      "",
      `    ${visible(asked.verificationUriComplete)}`,
      "",
      `and check that the code there is   ${visible(asked.userCode)}`,
      `(On another device: ${visible(asked.verificationUri)})`,
      "",
      `The code works for ${Math.round(asked.expiresIn / 60)} minutes. Waiting for your decision…`,
      "",
    ].join("\n"),
  );
  const collected = await wait(origin, asked);
  await locked(async () =>
    storeCredential({
      ...{ origin, token: collected.token, device: collected.device.name, project: collected.project.name },
      pairedAt: new Date().toISOString(),
    }),
  );
  // The first use of the token: from now on the code opens nothing. Should it fail, the next command does it.
  await heartbeat("stopped").catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
  });
  stdout.write(`${describePaired(collected)}\nNext: seed-desk-connector run\n`);
  return 0;
}

/** The kinds in the configuration: a computer asks for nothing that it couldn't do. */
function kindsAllowed(): readonly WorkKind[] {
  const config = readConfig();
  const allowed = config === undefined ? [] : kindsOf(config);
  return allowed.length > 0 ? allowed : ["report"];
}

async function ask(origin: string, name: string, kinds: readonly WorkKind[]): Promise<Asked> {
  try {
    return await call(origin, {
      path: "/api/connector/device-authorization",
      reply: Authorization,
      body: { name, system: systemName(), version: VERSION, kinds },
    });
  } catch (error) {
    if (error instanceof Refused) throw new Failure(visible(error.message), error.status === 426 ? EXIT.noAuthority : EXIT.failed);
    throw error;
  }
}
type Asked = Awaited<ReturnType<typeof call<typeof Authorization>>>;

async function wait(origin: string, asked: Asked) {
  const until = Date.now() + asked.expiresIn * 1000;
  let seconds = asked.interval;
  while (Date.now() < until + 60_000) {
    await sleep(seconds * 1000);
    try {
      return await call(origin, { path: "/api/connector/token", reply: Collected, body: { deviceCode: asked.deviceCode } });
    } catch (error) {
      // The network may come back while the person decides; a fault of the service may pass.
      if (error instanceof Unreachable) seconds = Math.min(60, seconds * 2);
      else if (error instanceof Refused && error.problem.code === "authorization_pending") seconds = error.problem.interval ?? seconds;
      else if (error instanceof Refused && error.problem.code === "slow_down") seconds = error.problem.interval ?? seconds + 5;
      else if (error instanceof Refused) throw new Failure(visible(error.message), EXIT.noAuthority);
      else throw error;
    }
  }
  throw new Failure("The code has expired. Run the command again for a new one.", EXIT.noAuthority);
}
