// Refuses conditions that no module declares.
import type { Ctx } from "#kernel/module/index.ts";
import { fieldNames, registeredConditions } from "#modules/conversations";
import type { Conditions } from "#modules/conversations/contract";
import { noSuchField, noSuchValue } from "./errors.ts";
import { problemOf } from "./rules.ts";

/** Throws `invalid_request` for a field or value that there is not. `path`: of the list in the request. */
export function mustBeKnown(ctx: Pick<Ctx, "registry">, conditions: Conditions, path?: string): void {
  const declared = registeredConditions(ctx);
  const problem = problemOf(conditions, fieldNames(declared), declared);
  if (problem?.field !== undefined) throw noSuchField(problem.index, problem.field, path);
  if (problem?.value !== undefined) throw noSuchValue(problem.index, problem.value, path);
}
