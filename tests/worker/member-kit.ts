// A new member of a world's project, who can sign in again.
import { type World } from "./world.ts";

export interface Member {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}
let people = 0;
export async function join(world: World, role: "owner" | "admin" | "operator"): Promise<Member> {
  people += 1;
  const email = `member-${people}-${crypto.randomUUID().slice(0, 8)}@example.test`;
  const password = "seven quiet lamps";
  const invited = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role },
  });
  if (invited.status !== 201) throw new Error(`invitation: ${invited.status} ${JSON.stringify(invited.body)}`);
  const joined = await world.call(new URL(invited.body.link).pathname, { body: { name: `Member ${people}`, email, password } });
  if (joined.status !== 200) throw new Error(`join: ${joined.status} ${JSON.stringify(joined.body)}`);
  const [account] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
  return { accountId: account?.id ?? "", email, password, cookie: (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
}
