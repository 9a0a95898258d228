// Stores cards: drawn in a member's browser, or uploaded; changes their alternative texts, and removes uploaded ones.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound, unsupportedType } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { sizeOf, startRendering } from "#modules/articles";
import { readHead, storeFile, writeKeep } from "#modules/files";
import { isMember, audit } from "#modules/projects";
import { CARD_SIZE, type CardSubject, MAX_CARD_BYTES, MIN_CARD, type SocialCard, START } from "./contract.ts";
import { hasNoOwn, hasOwn, isShown, type Place, writeAlt, writeCard, writeCardGone } from "./queries.ts";
import { readCard } from "./read-cards.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const ADMINS = ["owner", "admin"] as const;
// A camera's JPEG has a thumbnail and a colour profile before its size.
const HEAD = 256_000;
/** Between two looks whether a card's article still exists. */
export const CHECK_EVERY = days(1);

interface Given {
  readonly name: string;
  readonly clientId: string;
  readonly kind: "drawn" | "own";
  readonly alt?: string | undefined;
  readonly title?: string | undefined;
  readonly look?: string | undefined;
}

/** Stores the request's body as the card. A repetition with the same `clientId` continues with the first file. */
export async function storeCard(ctx: Ctx, subject: CardSubject, locale: string, given: Given): Promise<{ file: SocialCard }> {
  const { projectId, accountId } = ctx.caller;
  const place = { projectId, subject, locale };
  const card = await readCard(ctx, subject, locale);
  if (!card) throw notFound();
  const isDrawn = given.kind === "drawn";
  if (isDrawn && (card.state === "own" || given.title !== card.title || given.look !== card.look)) throw conflict(m.brand_images_changed());
  if (!isDrawn && given.alt === undefined) throw invalidRequest([{ path: "alt", message: m.brand_images_no_alt() }]);
  const isAdmin = isMember(projectId, accountId, ADMINS);
  const { file } = await storeFile(ctx, {
    ...{ projectId, name: given.name, clientId: given.clientId, contactId: null },
    owner: `${actorOf(ctx.caller)}/card/${subject}/${locale}`,
    maxBytes: MAX_CARD_BYTES,
    imagesOnly: true,
    counters: () => [],
    when: isAdmin,
  });
  const head = await readHead(ctx, file.id, HEAD);
  const size = head && sizeOf(head);
  // What is refused here was not kept, so it is removed like any other upload that was given up.
  if (!size) throw unsupportedType(m.brand_images_unreadable());
  if (isDrawn && (file.type !== "image/png" || size.width !== CARD_SIZE.width || size.height !== CARD_SIZE.height))
    throw unsupportedType(m.brand_images_unreadable());
  if (size.width < MIN_CARD.width || size.height < MIN_CARD.height)
    throw invalidRequest([{ path: "file", message: m.brand_images_too_small(MIN_CARD) }]);
  // Somebody else has drawn the same: its address stays, and this file is removed like any other that was given up.
  if (isDrawn && card.state === "drawn") return { file: card };
  const now = ctx.clock.now();
  const stored = {
    ...{ kind: given.kind, fileId: file.id, ...size, alt: isDrawn ? card.title : (given.alt ?? "") },
    ...{ title: isDrawn ? card.title : "", look: isDrawn ? card.look : "" },
  };
  const may = sql`${isAdmin} AND ${isShown(place, isDrawn ? card.title : null)}${isDrawn ? sql` AND ${hasNoOwn(place)}` : sql``}`;
  await change(ctx, place, may, (done) => [
    writeKeep(projectId, file.id, done),
    ...writeCard(place, stored, now + CHECK_EVERY, done),
    ...(isDrawn ? [] : [auditCard(ctx, place, "brand_images.uploaded", done)]),
  ]);
  return { file: await present(ctx, place) };
}

export async function describeCard(ctx: Ctx, subject: CardSubject, locale: string, alt: string): Promise<{ card: SocialCard }> {
  const place = { projectId: ctx.caller.projectId, subject, locale };
  await change(ctx, place, sql`${hasOwn(place)} AND ${isAdminOf(ctx)}`, (done) => [writeAlt(place, alt, done)]);
  return { card: await present(ctx, place) };
}

/** Removing one that is not there succeeds. */
export async function removeCard(ctx: Ctx, subject: CardSubject, locale: string): Promise<{ ok: true }> {
  const place = { projectId: ctx.caller.projectId, subject, locale };
  await present(ctx, place);
  await change(
    ctx,
    place,
    sql`${hasOwn(place)} AND ${isAdminOf(ctx)}`,
    (done) => [auditCard(ctx, place, "brand_images.removed", done), ...writeCardGone(place, done)],
    true,
  );
  return { ok: true };
}

const isAdminOf = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ADMINS);
const auditCard = (ctx: Ctx, { subject, locale }: Place, action: string, done: SQL): SQL =>
  audit(ctx, action, { detail: { subject, locale } }, done);

/** Changes what pages show in one batch with the job that renders them. 404 if it may not be changed, unless `quiet`. */
async function change(ctx: Ctx, place: Place, when: SQL, statements: (done: SQL) => SQL[], quiet = false): Promise<void> {
  const { projectId, subject } = place;
  // The start page's card may be on every page.
  const what = subject === START ? { all: true } : { articleId: subject };
  const { job, decides, done } = startRendering(projectId, what, ctx.clock.now(), when);
  const [changed] = await ctx.db.commit([decides, ...statements(done)]);
  if (changed === 1) wakeJobs(ctx, [job]);
  else if (!quiet) throw notFound();
}
async function present(ctx: Ctx, { subject, locale }: Place): Promise<SocialCard> {
  const card = await readCard(ctx, subject, locale);
  if (!card) throw notFound();
  return card;
}
