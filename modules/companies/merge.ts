// What follows a contact that is merged into another one: its company, unless that one has its own.
import type { MergeStep } from "#modules/contacts";
import { writeKeptCompany, writeMovedGiven } from "./queries.ts";

export const mergeStep: MergeStep = {
  name: "companies.contact",
  begin: async (ctx, who) => [writeKeptCompany(who, ctx.clock.now())],
  move: (who) => writeMovedGiven(who),
};
