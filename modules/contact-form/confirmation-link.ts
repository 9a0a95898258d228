// The link in the mail. Its proof follows from the letter's id by a key of the installation, as codes do (decision 0009): every attempt
// at the mail is the same, and neither a row nor a log ever holds it.
import { keyFor, mac, macIsValid } from "#kernel/auth/index.ts";
import { type ContactRequestId, isId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactPath } from "#modules/help-center";

type Where = Pick<Ctx, "env" | "db">;
const keyOf = ({ env, db }: Where) => keyFor(env, db, "letter-links");
const told = (projectId: ProjectId, id: ContactRequestId): string => `${projectId}/${id}`;

/** What stands behind `…/contact/`. */
export async function linkOf(where: Where, projectId: ProjectId, id: ContactRequestId): Promise<string> {
  return `${id}.${await mac(await keyOf(where), told(projectId, id))}`;
}
/** The letter that a link is of; undefined for one that we did not make. */
export async function letterOfLink(where: Where, projectId: ProjectId, given: string): Promise<ContactRequestId | undefined> {
  const [id = "", proof = ""] = given.split(".");
  return isId("helpLetter", id) && (await macIsValid(await keyOf(where), told(projectId, id), proof)) ? id : undefined;
}
/** The page behind the link, as a path of the help center. */
export const letterPath = (locale: string, link: string): string => `${contactPath(locale)}/${link}`;
