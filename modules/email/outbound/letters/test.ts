import { readWidget } from "#modules/projects";
import { readSettings } from "../../settings-queries.ts";
import { bodyOf, senderNameOf } from "../compose.ts";
import type { LetterOf } from "./letter-of.ts";

/** A mail that says that mail works. */
export const testLetter: LetterOf = async (ctx, { projectId }, { email, head }) => {
  const [project, settings] = await ctx.db.read(readWidget(projectId), readSettings(projectId));
  if (!project) return undefined;
  const author = { role: "assistant", name: null } as const;
  return {
    ...head,
    from: { name: senderNameOf(author, settings, project.projectName), address: settings.sender ?? email.from ?? "" },
    replyTo: settings.replyAddress ?? undefined,
    headers: {},
    attachments: [],
    ...bodyOf({
      content: "This mail says that your support desk can send mail.",
      signature: settings.signature,
      quote: null,
      tooLarge: [],
    }),
  };
};
