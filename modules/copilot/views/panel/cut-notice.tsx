// Says that only a part of a long conversation was read.
import { m } from "#messages";
import type { Extent } from "../../contract.ts";

export const CutNotice = ({ extent }: { extent: Extent }) =>
  extent.isCut ? <p className="text-xs text-muted">{m.copilot_cut({ count: extent.messages })}</p> : null;
