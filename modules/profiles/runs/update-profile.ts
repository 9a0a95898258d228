// Runs a context run at a member's request.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, newId } from "#kernel/ids/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { chosenModel } from "#modules/ai";
import { m } from "#messages";
import type { Profile } from "../contract.ts";
import { contactIsErased, profilesAreOff } from "../errors.ts";
import { readRunState, readStanding, type RunState, type Who } from "../queries.ts";
import { UPDATES_PER_CONTACT, UPDATES_PER_PROJECT } from "../rules.ts";
import { loadProfile } from "../statements/load-profile.ts";
import { runContext } from "./run-context.ts";

type Outcome = "updated" | "nothing_new" | "failed";
interface Updated {
  readonly outcome: Outcome;
  readonly problem: string | null;
  readonly profile: Profile;
}

export async function updateProfile(ctx: RequestCtx<MemberPrincipal>, contactId: ContactId, clientId: string): Promise<Updated> {
  const who: Who = { projectId: ctx.caller.projectId, contactId };
  const [standing, before] = await ctx.db.read(readStanding(who), readRunState(who));
  if (!standing.exists) throw notFound();
  const answer = async (outcome: Outcome, problem: string | null = null): Promise<Updated> => ({
    outcome,
    problem,
    profile: await loadProfile(ctx, who),
  });
  const repeated = async (state: RunState): Promise<Updated> => {
    if (isRunning(state, ctx.clock.now())) throw conflict(m.profiles_running());
    const again = await answer("updated");
    return again.profile.lastRun?.outcome === "done" ? again : { ...again, outcome: "failed", problem: m.profiles_failed_before() };
  };
  if (before.clientId === clientId) return await repeated(before);
  if (!standing.there) throw contactIsErased();
  if (!before.on) throw profilesAreOff();
  const choice = await chosenModel(ctx, who.projectId, "context");
  const now = ctx.clock.now();
  const end = await runContext(ctx, { ...who, id: newId("job", now), clientId }, choice, [
    customCounter("profileUpdatesPerContactHour", contactId, now, hours(1), UPDATES_PER_CONTACT),
    customCounter("profileUpdatesPerProjectHour", who.projectId, now, hours(1), UPDATES_PER_PROJECT),
  ]);
  switch (end.kind) {
    case "done":
      return await answer("updated");
    case "failed":
      return await answer("failed", end.problem);
    case "stopped":
      throw conflict(m.profiles_stopped());
    case "not_begun":
      if (end.state.clientId === clientId) return await repeated(end.state);
      if (!mayRun(end.state)) throw whyNot(end.state);
      if (end.state.news) throw conflict(m.profiles_running());
      return await answer("nothing_new");
  }
}

const isRunning = ({ runUntil }: RunState, now: number): boolean => runUntil !== null && runUntil > now;
const mayRun = ({ on, active }: RunState): boolean => on && active;
const whyNot = ({ on }: RunState) => (on ? conflict(m.profiles_contact_blocked()) : profilesAreOff());
