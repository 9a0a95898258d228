// Extension point for the texts of confirmation mails.
import type { DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Block } from "#modules/email";

/**
 * Provides the text of a confirmation mail, for the module that keeps something until the owner of the address confirms it. It must be
 * the same at each attempt and must not contain anything that a visitor typed, since the address is not verified. Undefined when there
 * is nothing left to confirm, or when the mail belongs to another module.
 */
export const confirmation =
  extensionPoint<(ctx: Ctx, which: { projectId: ProjectId; deliveryId: DeliveryId }) => Promise<readonly Block[] | undefined>>(
    "confirmation",
  );
