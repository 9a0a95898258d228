import type { AccountId, SessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

/** Told when sessions of a person ended: who holds live connections of them closes these. `only` one, or all `except` one, or all. */
export const sessionsEnded =
  extensionPoint<(ctx: Omit<Ctx, "caller">, which: { accountId: AccountId; only?: SessionId; except?: SessionId }) => Promise<void>>(
    "sessionsEnded",
  );
