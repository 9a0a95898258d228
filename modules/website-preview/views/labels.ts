// Words for who may open a preview.
import { m } from "#messages";
import type { Opens } from "../contract.ts";

const LABELS = {
  members: m.website_preview_opens_members,
  admins: m.website_preview_opens_admins,
  named: m.website_preview_opens_named,
} satisfies Record<Opens, () => string>;
export const opensLabel = (opens: Opens): string => LABELS[opens]();
