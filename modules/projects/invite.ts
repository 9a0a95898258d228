// Invitations: a link that works once, for seven days. The token is 256 bits, hashed at rest, shown once.
import { accountExists, beginSession, givenSession, isGuessable, sessionPart, writeAccount } from "#modules/accounts";
import { actorOf, hashPassword, type MemberPrincipal, randomToken, sha256 } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { col, onePart } from "#kernel/db/index.ts";
import { invalidRequest, notFound, Refusal } from "#kernel/errors/index.ts";
import { appOrigin, field, html, pageResponse, problemBox, readFormOrJson, type RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { NewPassword } from "#modules/accounts/contract";
import { InviteBody, projectPath, type Role } from "./contract.ts";
import { alreadyMember, emailTaken, onlyOwners } from "./errors.ts";
import {
  isMember,
  type OpenInvitation,
  readInvitationBy,
  readOpenInvitation,
  usedBy,
  writeAudit,
  writeInvitation,
  writeMembership,
  writeUseInvitation,
} from "./queries.ts";

const VALID_FOR = days(7);

/** Makes an invitation. The link is only in the first answer: repeating with the same clientId answers `link: null`. */
export async function createInvitation(ctx: RequestCtx<MemberPrincipal>, input: { clientId: string; role: Role; note: string }) {
  const { caller } = ctx;
  if (input.role === "owner" && caller.role !== "owner") throw onlyOwners();
  const now = ctx.clock.now();
  const token = randomToken();
  const id = newId("invitation", now);
  const [invitation] = await ctx.db.decide(
    [
      writeInvitation({
        id,
        projectId: caller.projectId,
        tokenHash: sha256(token),
        role: input.role,
        note: input.note,
        createdBy: caller.accountId,
        clientId: input.clientId,
        now,
        expiresAt: now + VALID_FOR,
      }),
      writeAudit(
        { projectId: caller.projectId, actor: actorOf(caller), action: "member.invited", detail: { role: input.role }, now },
        sql`changes() > 0`,
      ),
    ],
    readInvitationBy(caller.projectId, input.clientId),
  );
  if (!invitation) throw notFound();
  if (invitation.id !== id) ctx.reply.status = 200;
  return { invitation, link: invitation.id === id ? `${appOrigin(ctx.config, ctx.url)}/invite/${token}` : null };
}

const expired = (): Response =>
  pageResponse({
    title: "Invitation",
    status: 404,
    body: html`<h1>This invitation does not work any more</h1>
      <p>It was used, withdrawn, or is older than seven days. Ask for a new one.</p>
      <a class="button" href="/login">Sign in</a>`,
  });

function form(
  invitation: OpenInvitation,
  token: string,
  person: { name: string; email: string } | undefined,
  shown: { problem?: string; problems?: Record<string, string>; values?: Record<string, string> },
  status = 200,
): Response {
  const next = encodeURIComponent(`/invite/${token}`);
  return pageResponse({
    title: "Invitation",
    status,
    body: html`<h1>Join ${invitation.projectName}</h1>
      <p>You were invited as ${invitation.role === "operator" ? "an operator" : invitation.role === "admin" ? "an admin" : "an owner"}.</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/invite/${token}">
        ${
          person
            ? html`<p>You are signed in as ${person.name} (${person.email}).</p>`
            : html`${field({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: shown.values?.["name"], problem: shown.problems?.["name"] })}
              ${field({ name: "email", label: "Email", type: "email", autocomplete: "username", value: shown.values?.["email"], problem: shown.problems?.["email"] })}
              ${field({ name: "password", label: "Password", type: "password", autocomplete: "new-password", hint: "At least 12 characters. A few words are fine.", problem: shown.problems?.["password"] })}`
        }
        <button>Join the project</button>
      </form>
      ${person ? undefined : html`<a class="button secondary" href="/login?next=${next}">I have an account</a>`}`,
  });
}

async function open(ctx: RequestCtx, token: string) {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const now = ctx.clock.now();
  const tokenHash = sha256(token);
  if (!given) return { invitation: (await ctx.db.read(readOpenInvitation(tokenHash, now)))[0], signed: undefined };
  const [invitation, signed] = await ctx.db.read(readOpenInvitation(tokenHash, now), sessionPart(given, now));
  return { invitation, signed };
}

export async function showInvitation(ctx: RequestCtx, token: string): Promise<Response> {
  const { invitation, signed } = await open(ctx, token);
  return invitation ? form(invitation, token, signed, {}) : expired();
}

/** Joins with the signed-in account, or makes one. Exactly one of several parallel tries succeeds. */
export async function acceptInvitation(ctx: RequestCtx, token: string): Promise<Response> {
  const { fields, wantsHtml } = await readFormOrJson(ctx.request);
  const { invitation, signed } = await open(ctx, token);
  if (!invitation) {
    if (wantsHtml) return expired();
    throw notFound();
  }
  try {
    const joined = signed ? await joinAs(ctx, invitation, signed.accountId) : await joinAnew(ctx, invitation, fields);
    const headers: Record<string, string> = joined.cookie === undefined ? {} : { "set-cookie": joined.cookie };
    if (wantsHtml) return new Response(null, { status: 303, headers: { location: projectPath(invitation.projectId), ...headers } });
    return Response.json({ projectId: invitation.projectId, role: invitation.role }, { headers });
  } catch (error) {
    if (!wantsHtml || !(error instanceof Refusal)) throw error;
    const issues = (error.more["issues"] ?? []) as { path: string; message: string }[];
    const { password: _, ...values } = fields as Record<string, string>;
    return form(
      invitation,
      token,
      signed,
      {
        problem: issues.length > 0 ? "Please look at the marked fields." : error.message,
        problems: Object.fromEntries(issues.map((i) => [i.path, i.message])),
        values,
      },
      error.status,
    );
  }
}

function joining(invitation: OpenInvitation, accountId: AccountId, now: number, when: SQL): SQL[] {
  const used = usedBy(invitation.id, accountId, now);
  return [
    writeUseInvitation(invitation.id, accountId, now, when),
    writeMembership(invitation.projectId, accountId, invitation.role, now, used),
    writeAudit(
      { projectId: invitation.projectId, actor: `operator:${accountId}`, action: "member.joined", detail: { role: invitation.role }, now },
      used,
    ),
  ];
}
const verdict = (invitation: OpenInvitation, accountId: AccountId, now: number) =>
  onePart(
    sql`SELECT ${usedBy(invitation.id, accountId, now)} AS used, ${isMember(invitation.projectId as ProjectId, accountId)} AS member`,
    (row) => ({ used: col.truth(row, "used"), member: col.truth(row, "member") }),
  );

async function joinAs(ctx: RequestCtx, invitation: OpenInvitation, accountId: AccountId): Promise<{ cookie: string | undefined }> {
  const now = ctx.clock.now();
  const [done] = await ctx.db.decide(
    joining(invitation, accountId, now, sql`NOT ${isMember(invitation.projectId, accountId)}`),
    verdict(invitation, accountId, now),
  );
  if (done?.used === true) return { cookie: undefined };
  throw done?.member === true ? alreadyMember() : notFound();
}

const NewPerson = v.strictObject({
  ...InviteBody.entries,
  name: v.nonOptional(InviteBody.entries.name),
  email: v.nonOptional(InviteBody.entries.email),
  password: NewPassword,
});

async function joinAnew(ctx: RequestCtx, invitation: OpenInvitation, fields: unknown): Promise<{ cookie: string }> {
  const parsed = v.safeParse(NewPerson, fields);
  if (!parsed.success)
    throw invalidRequest(parsed.issues.map((i) => ({ path: i.path?.map((p) => String(p.key)).join(".") ?? "", message: i.message })));
  const { name, email, password } = parsed.output;
  if (isGuessable(password, email))
    throw invalidRequest([{ path: "password", message: "Choose another: this is among the first that anybody would try." }]);
  const now = ctx.clock.now();
  const id = newId("account", now);
  const passwordHash = await hashPassword(password, ctx.config.scryptLogN);
  const session = await beginSession(ctx, id, usedBy(invitation.id, id, now));
  const stillOpen = sql`EXISTS (SELECT 1 FROM invitations WHERE id = ${invitation.id} AND used_at IS NULL AND expires_at > ${now})`;
  const [done] = await ctx.db.decide(
    [
      writeAccount({ id, email, name, passwordHash }, now, stillOpen),
      ...joining(invitation, id, now, accountExists(id)),
      session.statement,
    ],
    verdict(invitation, id, now),
  );
  if (done?.used === true) return { cookie: session.cookie };
  const { invitation: again } = await open(ctx, ctx.url.pathname.split("/").at(-1) ?? "");
  throw again ? emailTaken() : notFound();
}
