// Finds issues and pull requests for somebody who writes an answer, and says of each whether the customer could open it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { CodeHostError } from "./client.ts";
import type { RemoteIssue } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { searchIssues } from "./link-issue.ts";
import { readRepositoryFacts } from "./repository-facts.ts";

export async function findIssueLinks(
  ctx: RequestCtx<MemberPrincipal>,
  { q }: { q: string },
): Promise<{ items: (RemoteIssue & { isPrivate: boolean | null })[] }> {
  const { items } = await searchIssues(ctx, { q });
  const names = [...new Set(items.map(({ repository }) => repository))];
  // Asked each time: a repository that was made private meanwhile must not be taken for a public one.
  const known = await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    return new Map(await Promise.all(names.map(async (name) => [name, await isPrivate(ctx, credential.token, name)] as const)));
  });
  return { items: items.map((issue) => ({ ...issue, isPrivate: known.get(issue.repository) ?? null })) };
}

async function isPrivate(ctx: RequestCtx<MemberPrincipal>, token: string, repository: string): Promise<boolean | null> {
  try {
    return !(await readRepositoryFacts(ctx, token, repository)).isPublic;
  } catch (error) {
    if (error instanceof CodeHostError) return null;
    throw error;
  }
}
