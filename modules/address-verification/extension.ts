import type { DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Block } from "#modules/email";

/**
 * What a mail says by which the owner of an address confirms something that another module keeps: the same each time, and nothing
 * that a visitor typed, for nobody has proved the address. Undefined when there is nothing to confirm any more, or it is of another
 * module.
 */
export const confirmation =
  extensionPoint<(ctx: Ctx, which: { projectId: ProjectId; deliveryId: DeliveryId }) => Promise<readonly Block[] | undefined>>(
    "confirmation",
  );
