// The link by which a recipient opts out. It names project, keyed hash of the address and message, is signed with a key of the
// installation, and needs no row: it works for years, and after the recipient's data is erased.
import { equalTexts, keyFor, mac } from "#kernel/auth/index.ts";
import { notConfigured } from "#kernel/errors/index.ts";
import { isId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { suppressionKey } from "../address-key.ts";
import { unsubscribePage } from "../contract.ts";

type InstallationCtx = Pick<Ctx, "env" | "db">;
/** Characters of the signature: 132 bits. */
const LENGTH = 22;
const HASH = /^[\w-]{22}$/;
const MESSAGE_KEY = /^[\w-]{1,64}$/;

/** Of which mail an opt-out is. */
export interface LinkClaims {
  readonly projectId: ProjectId;
  /** Keyed hash of the recipient. */
  readonly key: string;
  /** What names the message to the module that sent it. */
  readonly messageKey: string;
}
const signatureOf = async ({ env, db }: InstallationCtx, { projectId, key, messageKey }: LinkClaims): Promise<string> =>
  (await mac(await keyFor(env, db, "unsubscribe-links"), `v1/${projectId}/${key}/${messageKey}`)).slice(0, LENGTH);

export async function linkToken(ctx: InstallationCtx, claims: LinkClaims): Promise<string> {
  return [claims.projectId, claims.key, claims.messageKey, await signatureOf(ctx, claims)].join(".");
}
/** Undefined for anything that this installation has not signed. Asks no table. */
export async function claimsOf(ctx: InstallationCtx, token: string): Promise<LinkClaims | undefined> {
  const [projectId = "", key = "", messageKey = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !isId("project", projectId) || !HASH.test(key) || !MESSAGE_KEY.test(messageKey)) return undefined;
  const claims = { projectId: projectId as ProjectId, key, messageKey };
  return equalTexts(await signatureOf(ctx, claims), signature) ? claims : undefined;
}

export interface UnsubscribeAddresses {
  /** Headers of the mail (RFC 2369, RFC 8058). */
  readonly headers: Readonly<Record<"List-Unsubscribe" | "List-Unsubscribe-Post", string>>;
  /** For the footer. */
  readonly pageUrl: string;
}
/**
 * How the recipient of a message opts out. `messageKey`: at most 64 letters, digits, `_` and `-`. Throws `not_configured` without
 * APP_ORIGIN, since no request tells which address the link should have.
 */
export async function unsubscribeAddresses(
  ctx: InstallationCtx & Pick<Ctx, "config">,
  { projectId, address, messageKey }: { readonly projectId: ProjectId; readonly address: string; readonly messageKey: string },
): Promise<UnsubscribeAddresses> {
  const { appOrigin } = ctx.config;
  if (appOrigin === undefined) throw notConfigured("outreach", ["APP_ORIGIN"], m.suppression_no_origin());
  if (!MESSAGE_KEY.test(messageKey)) throw new Error("a message key has letters, digits, _ and - only");
  const token = await linkToken(ctx, { projectId, key: await suppressionKey(ctx, address), messageKey });
  const pageUrl = `${appOrigin}${pathOf(unsubscribePage, { unsubscribeToken: token })}`;
  return { headers: { "List-Unsubscribe": `<${pageUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }, pageUrl };
}
