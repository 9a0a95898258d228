// Permissions of the caller as SQL conditions, and the audit entries of articles.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ArticleId } from "#kernel/ids/index.ts";
import { isMember, writeAudit } from "#modules/projects";
import type { SQL } from "#kernel/db/index.ts";

export type Ctx = RequestCtx<MemberPrincipal>;
/** Hold while the caller may write drafts, and may publish. Checked again in each batch. */
export const mayDraft = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId);
export const mayPublish = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

export const audit = (ctx: Ctx, action: string, detail: Record<string, string>, done: SQL): SQL =>
  writeAudit({ projectId: ctx.caller.projectId, actor: actorOf(ctx.caller), action, detail, now: ctx.clock.now() }, done);
export const articleDetail = (article: ArticleId, locale?: string): Record<string, string> =>
  locale === undefined ? { article } : { article, locale };
