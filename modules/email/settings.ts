// How a project writes mail and which addresses it takes mail at.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { missingForReceiving, missingForSending } from "#kernel/config/index.ts";
import { conflict, invalidRequest } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { faceChange, writeAudit } from "#modules/projects";
import { type SQL, sql } from "drizzle-orm";
import { type EmailOverview, type EmailSettings, MAX_ADDRESSES, receiveEvents, receiveFromGateway, receiveParsed } from "./contract.ts";
import { baseAddress } from "./reply-address.ts";
import {
  type GivenSettings,
  isFree,
  isOwn,
  readAddresses,
  readFree,
  readOwnerOf,
  readSettings,
  takesAnswers,
  writeAddress,
  writeNoAddress,
  writeSettings,
} from "./settings-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

function shown(ctx: Ctx, settings: EmailSettings, addresses: EmailOverview["addresses"]): EmailOverview {
  const { email } = ctx.config;
  const origin = appOrigin(ctx.config, ctx.url);
  return {
    settings,
    addresses,
    sending: {
      provider: email.provider ?? null,
      from: email.from ?? null,
      missing: missingForSending(email),
      events: email.eventsSecret !== undefined,
      checksDns: email.dnsResolver !== undefined,
    },
    receiving: {
      missing: missingForReceiving(email),
      inbound: origin + receiveFromGateway.path,
      parse: origin + receiveParsed.path,
      events: origin + receiveEvents.path,
    },
  };
}
const audit = (ctx: Ctx, action: string, detail: Record<string, string>, when: SQL): SQL =>
  writeAudit({ projectId: ctx.caller.projectId, actor: actorOf(ctx.caller), action, detail, now: ctx.clock.now() }, when);
const parts = (ctx: Ctx) => [readSettings(ctx.caller.projectId), readAddresses(ctx.caller.projectId)] as const;
const taken = () => conflict("Another project of this installation uses this address already.");
const tooMany = () => conflict(`A project takes mail at up to ${MAX_ADDRESSES} addresses. Remove one first.`);

export async function emailSettings(ctx: Ctx): Promise<EmailOverview> {
  const [settings, addresses] = await ctx.db.read(...parts(ctx));
  return shown(ctx, settings, addresses);
}

/** Saves all of them. Mail to the reply address is the project's from then on, so that answers find their way in. */
export async function changeEmailSettings(ctx: Ctx, given: GivenSettings): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  if (/\p{Cc}/u.test(given.senderName ?? "")) throw invalidRequest([{ path: "senderName", message: "Remove the control characters." }]);
  const now = ctx.clock.now();
  const { replyAddress } = given;
  // What the installation itself sends from is everybody's.
  const sender = given.sender === null || given.sender.toLowerCase() === ctx.config.email.from ? null : given.sender.toLowerCase();
  const isSendable = sender === null ? sql`1` : isFree(projectId, sender);
  const may = sql`${replyAddress === null ? sql`1` : isOwn(projectId, replyAddress)} AND ${isSendable}`;
  const [settings, addresses, owner, free] = await ctx.db.decide(
    [
      ...(replyAddress === null ? [] : [writeAddress(projectId, replyAddress, now, isSendable)]),
      // Whether answers find their way in decides what public pages offer.
      ...ctx.house.extensions
        .of(faceChange)
        .flatMap(({ statements }) => [
          ...statements(projectId, sql`${may} AND ${takesAnswers(projectId)} <> ${replyAddress === null ? 0 : 1}`, now),
        ]),
      writeSettings(projectId, given, now, may),
      audit(ctx, "email.settings_changed", {}, sql`changes() > 0`),
    ],
    ...parts(ctx),
    readOwnerOf(replyAddress ?? ""),
    readFree(projectId, sender ?? ""),
  );
  if (free !== true) throw taken();
  if (replyAddress !== null && owner !== projectId) throw owner === undefined ? tooMany() : taken();
  return shown(ctx, settings, addresses);
}

export async function addAddress(ctx: Ctx, given: string): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  const address = baseAddress(given);
  const [settings, addresses, owner, free] = await ctx.db.decide(
    [writeAddress(projectId, address, ctx.clock.now()), audit(ctx, "email.address_added", { address }, sql`changes() > 0`)],
    ...parts(ctx),
    readOwnerOf(address),
    readFree(projectId, address),
  );
  if (free !== true) throw taken();
  if (owner !== projectId) throw owner === undefined ? tooMany() : taken();
  return shown(ctx, settings, addresses);
}

export async function removeAddress(ctx: Ctx, given: string): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  const address = baseAddress(given);
  const [settings, addresses] = await ctx.db.decide(
    [writeNoAddress(projectId, address), audit(ctx, "email.address_removed", { address }, sql`changes() > 0`)],
    ...parts(ctx),
  );
  if (addresses.some((one) => one.address === address))
    throw conflict("Answers come back to this address. Choose another reply address first.");
  return shown(ctx, settings, addresses);
}
