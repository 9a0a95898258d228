// Issues and checks socket tickets: signed, single use, 60 s, bound to principal, project and origin. Issuing one writes nothing.
import { bytesToBase64url, base64urlToBytes, keyFor, mac, macIsValid, randomToken } from "#kernel/auth/index.ts";
import { seconds } from "#kernel/clock/index.ts";
import { forbidden, Refusal, unauthenticated } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { SUBPROTOCOL } from "./contract.ts";
import { contactCoordinator, projectCoordinator } from "./coordinators.ts";
import type { Subscriber } from "./subscriber.ts";

interface Ticket {
  readonly subscriber: Subscriber;
  readonly origin: string;
  readonly expires: number;
  readonly id: string;
}

/** A ticket for the subscriber, valid for one upgrade from the origin. */
export async function makeTicket(ctx: RequestCtx, subscriber: Subscriber, origin: string): Promise<{ ticket: string }> {
  const ticket: Ticket = { subscriber, origin, expires: ctx.clock.now() + seconds(60), id: randomToken(16) };
  const payload = bytesToBase64url(new TextEncoder().encode(JSON.stringify(ticket)));
  return { ticket: `${payload}.${await mac(await keyFor(ctx.env, ctx.db, "socket tickets"), payload)}` };
}

/** Upgrades to a socket of the ticket's coordinator. Refuses invalid, expired and foreign tickets and other origins; spent ones there. */
export async function openSocket(
  ctx: RequestCtx,
  wanted: { kind: Subscriber["kind"]; projectId?: ProjectId },
  after: number | undefined,
): Promise<Response> {
  if (ctx.request.headers.get("upgrade")?.toLowerCase() !== "websocket")
    throw new Refusal(426, "upgrade_required", m.live_updates_socket_expected(), {}, { upgrade: "websocket" });
  const offered = (ctx.request.headers.get("sec-websocket-protocol") ?? "").split(",").map((p) => p.trim());
  const given = offered.find((p) => p.startsWith("ticket."))?.slice("ticket.".length);
  if (given === undefined || !offered.includes(SUBPROTOCOL)) throw unauthenticated(m.live_updates_ticket_missing());
  const ticket = await readTicket(ctx, given);
  const { subscriber } = ticket;
  if (subscriber.kind !== wanted.kind || (wanted.projectId !== undefined && subscriber.projectId !== wanted.projectId))
    throw unauthenticated(m.live_updates_ticket_of_other());
  if (ctx.request.headers.get("origin") !== ticket.origin) throw forbidden(m.live_updates_socket_origin());
  const coordinator =
    subscriber.kind === "member"
      ? projectCoordinator(ctx.env, subscriber.projectId as ProjectId)
      : contactCoordinator(ctx.env, subscriber.projectId as ProjectId, subscriber.contactId as ContactId);
  const answer = await coordinator.fetch(
    new Request("https://coordinator/socket", {
      headers: { upgrade: "websocket", "x-subscriber": JSON.stringify({ subscriber, ticket: ticket.id, after: after ?? null }) },
    }),
  );
  if (answer.status !== 101) throw unauthenticated(m.live_updates_ticket_used());
  return answer;
}

async function readTicket(ctx: RequestCtx, given: string): Promise<Ticket> {
  const [payload = "", signature = ""] = given.split(".");
  if (!(await macIsValid(await keyFor(ctx.env, ctx.db, "socket tickets"), payload, signature)))
    throw unauthenticated(m.live_updates_ticket_invalid());
  const ticket = JSON.parse(new TextDecoder().decode(base64urlToBytes(payload))) as Ticket;
  if (ticket.expires < ctx.clock.now()) throw unauthenticated(m.live_updates_ticket_expired());
  return ticket;
}
