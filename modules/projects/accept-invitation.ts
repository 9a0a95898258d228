// Accepts an invitation: adds the signed-in account to the project, or creates an account. A mailed invitation is valid for its address
// only.
import {
  accountExists,
  beginSession,
  emailOf,
  givenSession,
  guessable,
  isGuessable,
  namedPage,
  refuseProjectAddress,
  systemMailerOf,
  readAddressBy,
  sessionQuery,
  type Signed,
  writeAccount,
  writeConfirmed,
} from "#modules/accounts";
import { hashPassword, sha256 } from "#kernel/auth/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, notFound, Refusal } from "#kernel/errors/index.ts";
import {
  field,
  type Html,
  html,
  parseFields,
  problemBox,
  sentence,
  readFormOrJson,
  type RequestCtx,
  type FormState,
  formStateOf,
} from "#kernel/http/index.ts";
import { type AccountId, newId, type ProjectId } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { NewPassword } from "#modules/accounts/contract";
import { m } from "#messages";
import { writeAudit } from "./audit.ts";
import { InviteBody, projectPath } from "./contract.ts";
import { memberJoined } from "./extension.ts";
import { alreadyMember, emailTaken, forOtherAddress } from "./errors.ts";
import {
  invitationIsOpen,
  isMember,
  type OpenInvitation,
  readOpenInvitation,
  usedBy,
  writeMembership,
  writeUseInvitation,
} from "./queries.ts";

const expired = (ctx: RequestCtx): Promise<Response> =>
  namedPage(ctx, {
    title: m.projects_invitation_title(),
    status: 404,
    body: html`<h1>${m.projects_invitation_expired(ctx)}</h1>
      <p>${m.projects_invitation_expired_lead()}</p>
      <a class="button" href="/login">${m.projects_sign_in()}</a>`,
  });

const INVITED_AS = {
  operator: m.projects_invited_operator,
  admin: m.projects_invited_admin,
  owner: m.projects_invited_owner,
} as const;

function frame(ctx: RequestCtx, invitation: OpenInvitation, shown: FormState, body: Html, status: number): Promise<Response> {
  return namedPage(ctx, {
    title: m.projects_invitation_title(),
    status,
    body: html`<h1>${m.projects_join_name({ name: invitation.projectName })}</h1>
      <p>${INVITED_AS[invitation.role]()}</p>
      ${problemBox(shown.problem)} ${body}`,
  });
}

function form(
  ctx: RequestCtx,
  { invitation, signed, known }: OpenedInvitation & { invitation: OpenInvitation },
  token: string,
  shown: FormState,
  status = 200,
): Promise<Response> {
  const signIn = `/login?next=${encodeURIComponent(`/invite/${token}`)}`;
  const { address } = invitation;
  if (signed && isForOther(invitation, signed))
    return frame(
      ctx,
      invitation,
      { problem: forOtherAddress().message },
      html`<p>${m.projects_signed_in_as({ name: signed.name, email: signed.email })}</p>
        <form method="post" action="/logout"><button type="submit">${m.projects_sign_out()}</button></form>`,
      403,
    );
  if (!signed && known)
    return frame(
      ctx,
      invitation,
      shown,
      html`<p>${sentence(m.projects_account_exists, { address: html`<b>${address ?? ""}</b>` })}</p>
        <a class="button" href="${signIn}">${m.projects_sign_in()}</a>
        <p class="links"><a href="/recover">${m.projects_forgot_password()}</a></p>`,
      status,
    );
  const fields = html`${field({ name: "name", label: m.projects_your_name(), type: "text", autocomplete: "name", value: shown.values?.["name"], problem: shown.problems?.["name"] })}
  ${
    address === null
      ? field({
          name: "email",
          label: m.projects_email(),
          type: "email",
          autocomplete: "username",
          value: shown.values?.["email"],
          problem: shown.problems?.["email"],
        })
      : html`<input type="hidden" name="email" autocomplete="username" value="${address}" />`
  }
  ${field({ name: "password", label: m.projects_password(), type: "password", autocomplete: "new-password", hint: m.projects_password_hint(), problem: shown.problems?.["password"] })}`;
  return frame(
    ctx,
    invitation,
    shown,
    html`<form method="post" action="/invite/${token}">
        ${
          signed
            ? html`<p>${m.projects_signed_in_as({ name: signed.name, email: signed.email })}</p>`
            : html`${address === null ? undefined : html`<p>${sentence(m.projects_will_sign_in_as, { address: html`<b>${address}</b>` })}</p>`}
              ${fields}`
        }
        <button type="submit">${m.projects_join()}</button>
      </form>
      ${signed || address !== null ? undefined : html`<a class="button secondary" href="${signIn}">${m.projects_have_account()}</a>`}`,
    status,
  );
}
const isForOther = ({ address }: OpenInvitation, { email }: { email: string }): boolean => address !== null && address !== email;

interface OpenedInvitation {
  readonly invitation: OpenInvitation | undefined;
  readonly signed: Signed | undefined;
  /** Whether the address to which it was mailed belongs to an account. The link itself verifies the address. */
  readonly known: boolean;
}
async function open(ctx: RequestCtx, token: string): Promise<OpenedInvitation> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const now = ctx.clock.now();
  const tokenHash = sha256(token);
  const [invitation, signed] = given
    ? await ctx.db.read(readOpenInvitation(tokenHash, now), sessionQuery(given, now))
    : [(await ctx.db.read(readOpenInvitation(tokenHash, now)))[0], undefined];
  const address = invitation?.address ?? null;
  const known = address !== null && !signed && (await ctx.db.read(readAddressBy(address)))[0] !== undefined;
  return { invitation, signed, known };
}

export async function showInvitation(ctx: RequestCtx, token: string): Promise<Response> {
  const opened = await open(ctx, token);
  const { invitation } = opened;
  return invitation ? form(ctx, { ...opened, invitation }, token, {}) : expired(ctx);
}

/** Adds the signed-in account, or creates one. Of several parallel attempts exactly one succeeds. */
export async function acceptInvitation(ctx: RequestCtx, token: string): Promise<Response> {
  const { fields, wantsHtml } = await readFormOrJson(ctx.request);
  const opened = await open(ctx, token);
  const { invitation, signed } = opened;
  if (!invitation) {
    if (wantsHtml) return await expired(ctx);
    throw notFound();
  }
  try {
    const joined = signed ? await joinWithAccount(ctx, invitation, signed) : await joinWithNewAccount(ctx, invitation, fields);
    followUp(ctx, invitation);
    const headers: Record<string, string> = joined.cookie === undefined ? {} : { "set-cookie": joined.cookie };
    if (wantsHtml) return new Response(null, { status: 303, headers: { location: projectPath(invitation.projectId), ...headers } });
    return Response.json({ projectId: invitation.projectId, role: invitation.role }, { headers });
  } catch (error) {
    if (!wantsHtml || !(error instanceof Refusal)) throw error;
    return await form(ctx, { ...opened, invitation }, token, formStateOf(error, fields), error.status);
  }
}

function joining(ctx: RequestCtx, invitation: OpenInvitation, accountId: AccountId, now: number, when: SQL): SQL[] {
  const used = usedBy(invitation.id, accountId, now);
  return [
    writeUseInvitation(invitation.id, accountId, now, when),
    writeMembership(invitation.projectId, accountId, invitation.role, now, used),
    writeAudit(
      { projectId: invitation.projectId, actor: `operator:${accountId}`, action: "member.joined", detail: { role: invitation.role }, now },
      used,
    ),
    ...ctx.registry.extensions.of(memberJoined).flatMap(({ statements }) => [...statements(invitation.projectId, now)]),
  ];
}
function followUp(ctx: RequestCtx, { projectId }: OpenInvitation): void {
  for (const { afterwards } of ctx.registry.extensions.of(memberJoined)) ctx.after(afterwards(ctx, projectId));
}
const verdict = (invitation: OpenInvitation, accountId: AccountId, now: number) =>
  queryOne(
    sql`SELECT ${usedBy(invitation.id, accountId, now)} ${as.number("used")}, ${isMember(invitation.projectId as ProjectId, accountId)} ${as.number("member")}`,
    (row) => ({ used: row.used !== 0, member: row.member !== 0 }),
  );

async function joinWithAccount(ctx: RequestCtx, invitation: OpenInvitation, signed: Signed): Promise<{ cookie: string | undefined }> {
  if (isForOther(invitation, signed)) throw forOtherAddress();
  const now = ctx.clock.now();
  const { accountId } = signed;
  const { address } = invitation;
  // Checked again in the batch, because the person may be changing their address at the same time.
  const right = address === null ? sql`1` : sql`${emailOf(sql`${accountId}`)} = ${address}`;
  const [done] = await ctx.db.commitAndRead(
    [
      ...joining(ctx, invitation, accountId, now, sql`NOT ${isMember(invitation.projectId, accountId)} AND ${right}`),
      ...(address === null ? [] : [writeConfirmed(accountId, address, now, usedBy(invitation.id, accountId, now))]),
    ],
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

async function joinWithNewAccount(
  ctx: RequestCtx,
  invitation: OpenInvitation,
  fields: Record<string, unknown>,
): Promise<{ cookie: string }> {
  const { address } = invitation;
  const given = address !== null && !("email" in fields) ? { ...fields, email: address } : fields;
  const { name, email, password } = parseFields(NewPerson, given);
  if (isForOther(invitation, { email })) throw invalidRequest([{ path: "email", message: m.projects_invitation_other_address() }]);
  if (isGuessable(password, email)) throw guessable();
  await refuseProjectAddress(ctx, email);
  const now = ctx.clock.now();
  const id = newId("account", now);
  const passwordHash = await hashPassword(password, ctx.config.scryptLogN);
  const session = await beginSession(ctx, id, usedBy(invitation.id, id, now));
  const when = sql`${invitationIsOpen(invitation.id, now)} AND NOT ${systemMailerOf(ctx).isProjectAddress(email)}`;
  const [done] = await ctx.db.commitAndRead(
    [
      writeAccount({ id, email, name, passwordHash }, now, when, address !== null),
      ...joining(ctx, invitation, id, now, accountExists(id)),
      session.statement,
    ],
    verdict(invitation, id, now),
  );
  if (done?.used === true) return { cookie: session.cookie };
  const { invitation: again } = await open(ctx, ctx.url.pathname.split("/").at(-1) ?? "");
  throw again ? emailTaken() : notFound();
}
