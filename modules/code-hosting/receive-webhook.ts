// Takes what GitHub tells: verified by its signature, bounded in size, each delivery once, and nothing older over something newer.
import { randomToken, sha256 } from "#kernel/auth/crypto.ts";
import type { SQL } from "#kernel/db/index.ts";
import { tooLarge, unauthenticated } from "#kernel/errors/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import { readUpTo } from "#kernel/http/body.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { changeOf } from "./change-issue.ts";
import { listLinkedIssues } from "./contract.ts";
import { repositoryFollower } from "./extension.ts";
import type { FoundIssue } from "./issue.ts";
import { readStored, readPullAt, type StoredIssue } from "./queries.ts";
import { takeRelease } from "./take-release.ts";
import { takeRepository } from "./take-repository.ts";
import { wakeTelling } from "./tell-conversations.ts";
import { transferIssue } from "./transfer-issue.ts";
import { codeHostingConfig } from "./variables.ts";
import { openSecret } from "./webhook.ts";
import { changedBy, type Told, toldBy } from "./webhook-payload.ts";
import {
  type Delivery,
  readStoredWebhook,
  readTaken,
  writeAskAgain,
  writeAskIfOlder,
  writeFailed,
  writeInstallation,
  writeIssueGone,
  writeOldDeliveriesGone,
  writeTaken,
} from "./webhook-queries.ts";

/** Bytes. GitHub sends up to 25 MB, but an issue or a release with the longest text takes less than half of this. */
const MAX_BODY = 1024 * 1024;
/** Between two wrong signatures that are remembered. */
const FAILURES = minutes(1);
const SWEPT = 500;

/** 401 whatever is wrong: no such project, no secret, another signature, another project's, a body that was cut. */
export async function receiveWebhook(ctx: RequestCtx, projectId: ProjectId): Promise<{ ok: true }> {
  const { headers } = ctx.request;
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY) throw tooLarge(MAX_BODY);
  const { bytes, size } = await readUpTo(ctx.request.body, MAX_BODY);
  if (size > MAX_BODY) throw tooLarge(MAX_BODY);
  const [stored] = await ctx.db.read(readStoredWebhook(projectId));
  const secret = stored && (await openSecret(ctx, projectId, stored));
  const guid = headers.get("x-github-delivery") ?? "";
  if (!(await isSigned(secret, headers.get("x-hub-signature-256"), bytes)) || !/^[\w-]{1,100}$/.test(guid)) {
    if (stored) await ctx.db.commit([writeFailed(projectId, ctx.clock.now(), FAILURES)]);
    throw unauthenticated(m.code_hosting_wrong_signature());
  }
  const body = new TextDecoder().decode(bytes);
  const delivery = { projectId, guid, digest: sha256(body) };
  const [taken] = await ctx.db.read(readTaken(delivery));
  if (taken) return { ok: true };
  const [event, payload] = [headers.get("x-github-event") ?? "", payloadOf(body)];
  const changed = changedBy(event, payload);
  const followers = changed === undefined ? [] : ctx.registry.extensions.of(repositoryFollower);
  const followed = followers.flatMap((one) => one.changed(projectId, changed ?? "", ctx.clock.now()));
  await take(ctx, delivery, toldBy(event, payload, codeHostingConfig(ctx.config).web), followed);
  return { ok: true };
}

/** HMAC-SHA-256 over the bytes as they came. Without a secret one that nobody has is used, so that the time tells nothing. */
async function isSigned(secret: string | undefined, header: string | null, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? "")?.[1] ?? "0".repeat(64);
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const raw = new TextEncoder().encode(secret ?? randomToken());
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return (await crypto.subtle.verify("HMAC", key, given, bytes)) && secret !== undefined;
}

/** Undefined for what is no JSON. GitHub offers a form too, and has it chosen at first. */
function payloadOf(body: string): unknown {
  try {
    return JSON.parse(body.startsWith("payload=") ? (new URLSearchParams(body).get("payload") ?? "") : body);
  } catch {
    return undefined;
  }
}

/** The delivery counts as taken with the last batch, so that one that was interrupted can be repeated. */
async function take(ctx: RequestCtx, delivery: Delivery, told: Told | undefined, followed: readonly SQL[]): Promise<void> {
  const { projectId } = delivery;
  const now = ctx.clock.now();
  const taken = [...followed, ...writeTaken(delivery, now)];
  switch (told?.kind) {
    case "issue":
      return await takeIssue(ctx, told.found, (await ctx.db.read(readStored(projectId, told.found.remoteId)))[0], taken);
    case "pull": {
      const [stored] = await ctx.db.read(readPullAt(projectId, told.found.repository, told.found.number));
      return await takeIssue(ctx, { ...told.found, remoteId: stored?.remoteId ?? "" }, stored, taken);
    }
    case "issue_gone":
    case "issue_moved": {
      const [stored] = await ctx.db.read(readStored(projectId, told.remoteId));
      if (stored && told.kind === "issue_moved" && told.found) await transferIssue(ctx, stored, told.found, { etag: null, last: taken });
      else {
        const write = told.kind === "issue_gone" ? writeIssueGone : writeAskAgain;
        await ctx.db.commit([...(stored ? [write(projectId, stored.id, now)] : []), ...taken]);
      }
      if (stored) announceChanged(ctx, projectId, listLinkedIssues);
      return;
    }
    case "release":
      await takeRelease(ctx, { projectId, repository: told.repository, isRead: false }, told.release);
      break;
    case "repository_renamed":
    case "repository_deleted":
      await takeRepository(ctx, projectId, told, now);
      break;
    case "installation":
      await ctx.db.commit([writeInstallation(projectId, told), ...taken]);
      return;
    case undefined:
      break;
  }
  await ctx.db.commit(taken);
}

async function takeIssue(ctx: Ctx, found: FoundIssue, stored: StoredIssue | undefined, taken: readonly SQL[]): Promise<void> {
  const now = ctx.clock.now();
  if (!stored || found.changedAt < stored.changedAt) return void (await ctx.db.commit(taken));
  const { projectId, id } = stored;
  // In a repository that the project has not chosen, unless it has by now.
  if (stored.fault === "moved") return void (await ctx.db.commit([writeAskAgain(projectId, id, now), ...taken]));
  // GitHub's times are of whole seconds: of two within one nobody knows which came first, so it is asked.
  if (found.changedAt === stored.changedAt && found.state !== stored.state)
    return void (await ctx.db.commit([writeAskAgain(projectId, id, now), ...taken]));
  const { statements, jobIds } = changeOf(stored, found, { etag: null, now });
  // If another delivery, a look or a release was faster, what is stored may be older than this one all the same.
  await ctx.db.commit([...statements, writeAskIfOlder(projectId, id, found, now), ...taken]);
  wakeTelling(ctx, jobIds);
  announceChanged(ctx, projectId, listLinkedIssues);
}

/** Each minute: deliveries that GitHub does not repeat any more. */
export async function removeOldDeliveries(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeOldDeliveriesGone(ctx.clock.now(), SWEPT)]);
}
