// Sends one push notification to one browser (RFC 8030, encrypted by RFC 8291). A job, which says nothing that is no news any more.
import { buildPushPayload } from "@block65/webcrypto-web-push";
import { hours, seconds } from "#kernel/clock/index.ts";
import { type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import { handle, job, type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { safeCall } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { headerText } from "#modules/email";
import * as v from "valibot";
import { CONVERSATION_NOTIFICATIONS, type ConversationNotification } from "./contract.ts";
import { nameOf, SUBJECTS } from "./notification-text.ts";
import { readChosen } from "./queries.ts";
import { type DuePush, readDuePush, writeSubscriptionGone } from "./push-queries.ts";
import { quietUntil } from "./quiet.ts";
import { choiceFor } from "./rules.ts";
import { pushKeys } from "./variables.ts";

/** Nobody wants to hear later than this of something that began so long ago; the push service drops it then, too. */
const STALE = hours(1);
const TIMEOUT = seconds(10);
const sending = job(
  "notifications.push",
  v.strictObject({
    projectId: idOf("project"),
    subscriptionId: idOf("pushSubscription"),
    conversationId: idOf("conversation"),
    event: v.picklist(CONVERSATION_NOTIFICATIONS),
    cause: v.string(),
    /** Counts how often the push service asked to wait. */
    waited: v.optional(v.number()),
  }),
);
type Payload = v.InferOutput<typeof sending.payload>;
/** Times that a push service may ask to wait. */
const MAX_WAITED = 5;

/** The job that pushes an entry to a browser. A repetition has the same key, so it is stored once. */
export const pushJob = (payload: Omit<Payload, "waited"> & { readonly waited?: number }, now: number, dueAt = now): NewJob => ({
  id: newId("job", now),
  kind: sending.kind,
  key: `notifications.push:${payload.subscriptionId}:${payload.conversationId}:${payload.event}:${payload.cause}:${payload.waited ?? 0}`,
  payload,
  projectId: payload.projectId,
  dueAt,
});

export const pushing = handle(sending, async (ctx, payload, { attempts }) => {
  const { projectId, subscriptionId } = payload;
  const keys = pushKeys(ctx.config);
  if (!keys) return;
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDuePush(projectId, subscriptionId, payload, now));
  if (!due || now - due.at > STALE) return;
  const [chosen] = await ctx.db.read(readChosen(projectId, due.accountId));
  if (quietUntil(choiceFor(due, chosen), now) !== null) return;
  const message = await buildPushPayload(
    {
      data: JSON.stringify(inLanguage(due.language, () => contentOf(projectId, payload.conversationId, due))),
      options: { ttl: STALE / seconds(1), urgency: "high", topic: await topicOf(payload) },
    },
    { endpoint: due.endpoint, expirationTime: null, keys: { p256dh: due.p256dh, auth: due.auth } },
    keys,
  );
  const answer = await post(ctx, due.endpoint, message);
  // The browser is no longer subscribed, or its keys no longer fit.
  if (answer.status === 404 || answer.status === 410) return void (await ctx.db.commit([writeSubscriptionGone(projectId, subscriptionId)]));
  if (answer.status === 429 || answer.status === 503) {
    const waited = (payload.waited ?? 0) + 1;
    if (waited > MAX_WAITED) return;
    const wait = seconds(answer.retryAfter ?? 30 * waited);
    return void (await ctx.db.commit([writeJobs([pushJob({ ...payload, waited }, now, now + wait)], now)]));
  }
  // Any other refusal, such as 413, would be the same again.
  if (answer.status !== undefined && answer.status < 500) {
    if (answer.status >= 300) ctx.log.warn("a push service refused a notification", { projectId, status: answer.status });
    return;
  }
  if (attempts < 4) throw new Error(`the push service did not answer${answer.status === undefined ? "" : `: ${answer.status}`}`);
  return;
});

/** What the browser shows: a sentence without what anybody wrote, and where a click leads. */
const contentOf = (projectId: ProjectId, conversationId: ConversationId, { event, since, names, contact, projectName }: DuePush) => ({
  title: names ? SUBJECTS[event]({ name: nameOf(contact) }) : SENTENCES[event]({ project: headerText(projectName, 60) }),
  body: names ? headerText(projectName, 60) : "",
  tag: `${conversationId}:${event}`,
  conversationId,
  path: `${threadPath(projectId, conversationId)}#r${since}`,
});
const SENTENCES: Readonly<Record<ConversationNotification, (inputs: { project: string }) => string>> = {
  newUnassigned: m.notifications_push_new,
  replyToMine: m.notifications_push_message,
  replyUnassigned: m.notifications_push_message,
  assignedToMe: m.notifications_push_assigned,
  mineNotDelivered: m.notifications_push_lost,
  monitored: m.notifications_push_monitored,
  replyToFollowed: m.notifications_push_message,
  noteInFollowed: m.notifications_push_note,
  mentioned: m.notifications_push_mentioned,
  issueResolved: m.notifications_push_issue,
  workAsks: m.notifications_push_work,
  badRating: m.notifications_push_rated,
  targetNear: m.notifications_push_near,
  targetMissed: m.notifications_push_missed,
  replyReturned: m.notifications_push_returned,
  ruleNotifies: m.notifications_push_rule,
};

/** A topic makes the push service keep only the newest for a browser that is away: at most 32 characters of base64url. */
async function topicOf({ conversationId, event }: Payload): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${conversationId} ${event}`)));
  return btoa(String.fromCharCode(...hash.subarray(0, 18)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

async function post(
  ctx: Ctx,
  endpoint: string,
  { headers, body }: Awaited<ReturnType<typeof buildPushPayload>>,
): Promise<{ status: number | undefined; retryAfter?: number | undefined }> {
  const { "content-length": _, ...sent } = headers as Record<string, string>;
  const answer = await safeCall(ctx, endpoint, {
    method: "POST",
    headers: sent,
    body: new Uint8Array(body),
    maxBytes: 10_000,
    timeout: TIMEOUT,
  });
  if (answer.ok) return { status: answer.status, retryAfter: answer.retryAfter };
  return { status: answer.reason === "address" ? 410 : answer.status };
}
