// The link in the confirmation mail. Its signature is derived from the request's id with a key of the installation, like codes (decision
// 0009): every attempt sends the same mail, and no row or log ever holds the link.
import { keyFor, mac, macIsValid } from "#kernel/auth/index.ts";
import { type ContactRequestId, isId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactPath } from "#modules/help-center";

type InstallationCtx = Pick<Ctx, "env" | "db">;
const keyOf = ({ env, db }: InstallationCtx) => keyFor(env, db, "contact-request-links");
const signedText = (projectId: ProjectId, id: ContactRequestId): string => `${projectId}/${id}`;

/** The last segment of `…/contact/<token>`. */
export async function confirmationToken(where: InstallationCtx, projectId: ProjectId, id: ContactRequestId): Promise<string> {
  return `${id}.${await mac(await keyOf(where), signedText(projectId, id))}`;
}
/** The request of a token; undefined when its signature is not ours. */
export async function requestOfLink(where: InstallationCtx, projectId: ProjectId, token: string): Promise<ContactRequestId | undefined> {
  const [id = "", signature = ""] = token.split(".");
  return isId("contactRequest", id) && (await macIsValid(await keyOf(where), signedText(projectId, id), signature)) ? id : undefined;
}
/** The path of the confirmation page within the help center. */
export const confirmationPath = (locale: string, token: string): string => `${contactPath(locale)}/${token}`;
