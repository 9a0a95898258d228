// Whether a project can send outreach at all, from whom, and what stands below each mail.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Query, sql, as, query } from "#kernel/db/index.ts";
import { emailConfig, fromOf, missingForSending, PROJECT_AUTHOR, readSettings, takesAnswers } from "#modules/email";
import { readWidget } from "#modules/projects";
import type { Missing } from "./contract.ts";

export interface Readiness {
  /** What is missing; nothing is reviewed or sent while something is. */
  readonly missing: readonly Missing[];
  readonly sender: { readonly name: string; readonly address: string };
  /** Where answers go; its plus forms name the sequence. Null: answers cannot be received. */
  readonly replyAddress: string | null;
  readonly footer: string;
}
const readTakes = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${takesAnswers(projectId)} ${as.number("takes")}`, ([row]) => row !== undefined && row.takes !== 0);

/** Undefined for a project that is gone. */
export async function readReadiness(ctx: Pick<Ctx, "db" | "config" | "env">, projectId: ProjectId): Promise<Readiness | undefined> {
  const [project, settings, takes] = await ctx.db.read(readWidget(projectId), readSettings(projectId), readTakes(projectId));
  if (!project) return undefined;
  const email = emailConfig(ctx.config);
  const missing: Missing[] = [
    ...(email.provider === undefined || missingForSending(email).length > 0 ? (["email"] as const) : []),
    // Without answers, nothing would stop a sequence that was answered.
    ...(takes && settings.replyAddress !== null ? [] : (["reply_address"] as const)),
  ];
  return { missing, sender: fromOf(PROJECT_AUTHOR, settings, project.projectName, email), replyAddress: settings.replyAddress, footer: "" };
}
