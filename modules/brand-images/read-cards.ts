// Reads cards and their settings for members.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { filePath } from "#modules/files/contract";
import { type CardSettings, type CardSubject, type SocialCard, START } from "./contract.ts";
import { lookFrom, lookReads, type ProjectLook } from "./look.ts";
import { type CardText, readStartCards, readText, readTexts } from "./queries.ts";
import { shownCard, type StoredCard } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** Texts that a page of the list looks at. */
const PAGE = 100;

export const shownSettings = ({ settings, logo, widgetColor, open }: ProjectLook): CardSettings => ({
  ...{ drawn: settings.drawn, design: settings.design, color: settings.color, revision: settings.revision },
  ...{ widgetColor, open, logo: logo === null ? null : filePath(logo) },
});
export async function cardSettings(ctx: Ctx): Promise<CardSettings> {
  return shownSettings(lookFrom(await ctx.db.read(...lookReads(ctx.caller.projectId))));
}

const ofText = (look: ProjectLook, { articleId, locale, title, card }: CardText): SocialCard =>
  shownCard({ subject: articleId, locale, title, ...look.in(locale) }, card, look.settings.drawn);
const ofStart = (look: ProjectLook, locale: string, card: StoredCard | undefined): SocialCard =>
  shownCard({ subject: START, locale, title: look.in(locale).name, ...look.in(locale) }, card, look.settings.drawn);

/** Cards of the start page first, then of articles. Nothing while the help center is closed. */
export async function listCards(ctx: Ctx, cursor: string | undefined): Promise<{ items: SocialCard[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const after = decodeCursor(cursor);
  const [id = "", locale = ""] = after?.id.split("/") ?? [];
  const [starts, scanned, ...reads] = await ctx.db.read(
    readStartCards(projectId),
    readTexts(projectId, { id, locale }, PAGE),
    ...lookReads(projectId),
  );
  const look = lookFrom(reads);
  if (!look.open) return { items: [], next: null };
  const { texts, last } = scanned;
  return {
    items: [
      ...(after === undefined ? look.locales.map((one) => ofStart(look, one, starts.get(one))) : []),
      ...texts.filter((text) => look.locales.includes(text.locale)).map((text) => ofText(look, text)),
    ],
    next: last === undefined ? null : encodeCursor([0, `${last.articleId}/${last.locale}`]),
  };
}

/** One card; undefined while readers can't open what it is for. */
export async function readCard(ctx: Ctx, subject: CardSubject, locale: string): Promise<SocialCard | undefined> {
  const { projectId } = ctx.caller;
  if (subject === START) {
    const [starts, ...reads] = await ctx.db.read(readStartCards(projectId), ...lookReads(projectId));
    const look = lookFrom(reads);
    return look.open && look.locales.includes(locale) ? ofStart(look, locale, starts.get(locale)) : undefined;
  }
  const [text, ...reads] = await ctx.db.read(readText(projectId, subject, locale), ...lookReads(projectId));
  const look = lookFrom(reads);
  return text && look.open && look.locales.includes(locale) ? ofText(look, text) : undefined;
}
