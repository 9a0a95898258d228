// Looks up registered author kinds, event kinds and row fields.
import type { Ctx } from "#kernel/module/index.ts";
import { authorKinds, eventKinds, moduleViews, rowFields, viewConditions } from "../extension.ts";
import type { Author, AuthorKind } from "./author-kind.ts";
import type { NewEvent } from "./event-kind.ts";
import type { RowField } from "./row-field.ts";
import type { ModuleView, ViewCondition } from "./view-condition.ts";

type Registered = Pick<Ctx, "registry">;

export const registeredRowFields = ({ registry }: Registered): readonly RowField[] => registry.extensions.of(rowFields);
export const registeredConditions = ({ registry }: Registered): readonly ViewCondition[] => registry.extensions.of(viewConditions);
export const registeredViews = ({ registry }: Registered): readonly ModuleView[] => registry.extensions.of(moduleViews);

export function authorKindOf({ registry }: Registered, { kind }: Author): AuthorKind {
  const found = registry.extensions.of(authorKinds).find((each) => each.kind === kind);
  if (!found) throw new Error(`no module registers the author ${kind}`);
  return found;
}
/** Throws for an event whose kind is not registered, which is a mistake in the manifest. */
export function mustBeRegistered({ registry }: Registered, { kind }: NewEvent): void {
  if (!registry.extensions.of(eventKinds).includes(kind)) throw new Error(`no module registers the event ${kind.name}`);
}
