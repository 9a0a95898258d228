// Calls of a paired computer: each reads the credential, sends one request, and keeps the token that comes back, while no other command does.
import { removeCredential, requireCredential, storeCredential } from "./credential.ts";
import { EXIT, Failure } from "./failure.ts";
import { locked } from "./folder.ts";
import { systemName, VERSION } from "./machine.ts";
import { call, download, Refused, Unreachable } from "./service.ts";
import { visible } from "./visible.ts";
import { Claimed, Done, Heartbeat, Kept, Paired, type Question, type Report, Reported, Uploaded, type Work } from "./wire.ts";
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
export const heartbeat = (state: State): Promise<v.InferOutput<typeof Heartbeat>> => locked(() => beat(state));
type State = "idle" | "working" | "stopped";
async function beat(state: State): Promise<v.InferOutput<typeof Heartbeat>> {
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
}
/** Files that are on their way with the token of this moment. It is not replaced meanwhile: a request that comes late would pass for theft. */
let transfers = 0;
/** Shows that the computer works. That may fail, unless it says that authority has ended. */
export async function showWorking(): Promise<void> {
  try {
    await locked(async () => {
      if (transfers === 0) await beat("working");
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode === EXIT.noAuthority) throw error;
  }
}
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

/** A call about work. Throws `Refused` for a refusal of it, and `Unreachable` for one that passes with time: too many requests. */
const aboutWork = <S extends v.GenericSchema>(path: string, reply: S, body: object): Promise<v.InferOutput<S>> =>
  locked(() => send(path, reply, body));
async function send<S extends v.GenericSchema>(path: string, reply: S, body: object, wait?: Wait): Promise<v.InferOutput<S>> {
  const { origin, token } = requireCredential();
  return await call(origin, { path, reply, body, token, ...(wait && { wait }) }).catch(refusedWork);
}
function refusedWork(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401 || error.status === 426) return authorityEnded(error);
  if (error.status === 408 || error.status === 429) throw new Unreachable(visible(error.message));
  throw error;
}
/** For how long a claim may wait for work, in seconds. */
export interface Wait {
  readonly seconds: number;
  readonly signal: AbortSignal;
}
/**
 * Takes work of these kinds, or the work that this claim got before; null if there is none, or if that has ended. One that waits lets other
 * commands use the credential meanwhile: only `run` replaces the token, and this is its only call.
 */
export async function claim(claimId: string, kinds: readonly string[], wait?: Wait): Promise<{ data: Work | null; again: boolean }> {
  const path = "/api/connector/claim";
  return wait
    ? await send(path, Claimed, { claimId, kinds, wait: wait.seconds }, wait)
    : await aboutWork(path, Claimed, { claimId, kinds });
}
/** Says that the work goes on. The seconds until the next sign of life at the latest; null when the work was taken back. */
export const keepWork = async (id: string, claimId: string, progress: string | undefined): Promise<number | null> =>
  (await aboutWork(`/api/connector/jobs/${id}/heartbeat`, Kept, { claimId, ...(progress === undefined ? {} : { progress }) })).data
    ?.leaseSeconds ?? null;
/** Whether the question was stored, now or by an earlier call. False when the work was taken back. */
export const askAboutWork = async (id: string, claimId: string, question: Question): Promise<boolean> =>
  (await aboutWork(`/api/connector/jobs/${id}/question`, Reported, { claimId, ...question })).data !== null;
/** Whether the report was stored, now or by an earlier call. False when the work was taken back. */
export const reportWork = async (id: string, claimId: string, report: Report): Promise<boolean> =>
  (await aboutWork(`/api/connector/jobs/${id}/report`, Reported, { claimId, ...report })).data !== null;

/** Seconds that one file may take. */
const TRANSFER = 300;
/** Not locked while it lasts, so that the work's heartbeats go on. */
async function transfer<T>(act: (by: { readonly origin: string; readonly token: string }) => Promise<T>): Promise<T> {
  const by = await locked(async () => {
    const credential = requireCredential();
    transfers += 1;
    return credential;
  });
  try {
    return await act(by);
  } catch (error) {
    return refusedWork(error);
  } finally {
    transfers -= 1;
  }
}
/** The bytes of a file of the task. */
export const downloadFile = (id: string, claimId: string, fileId: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
  transfer(({ origin, token }) =>
    download(origin, { path: `/api/connector/jobs/${id}/files/${fileId}?claimId=${claimId}`, token, wait: { seconds: TRANSFER, signal } }),
  );
/** Stores a file for the report; its id. */
export const uploadFile = (
  id: string,
  about: { readonly claimId: string; readonly name: string; readonly clientId: string },
  bytes: Buffer<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> =>
  transfer(async ({ origin, token }) => {
    const path = `/api/connector/jobs/${id}/files?${new URLSearchParams(about)}`;
    return (await call(origin, { path, reply: Uploaded, bytes, token, wait: { seconds: TRANSFER, signal } })).file.id;
  });
