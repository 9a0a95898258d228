// Previews what recipients see of the sender settings, and checks the reply address. Pure.
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";

/** The headers of a reply with these settings; null for what is missing. */
export function previewOf(
  form: { readonly sender: string; readonly senderName: string; readonly replyAddress: string },
  from: string | null,
  project: string,
  person: string,
): { from: string | null; replyTo: string | null } {
  const sender = form.sender.trim() || from;
  const team = form.senderName.trim() || project;
  const [local = "", domain = ""] = form.replyAddress.trim().split("@");
  return {
    from: sender === null ? null : `${plain(m.email_preview_name({ person, team }))} <${sender}>`,
    replyTo: local && domain ? `${local}+…@${domain}` : null,
  };
}
/** Why a reply address cannot be used; undefined when nothing is wrong. */
export function replyProblem(address: string, max: number): string | undefined {
  const local = address.trim().split("@")[0] ?? "";
  if (local.includes("+")) return m.email_reply_plus();
  return local.length > max ? m.email_reply_long({ max }) : undefined;
}
