// The code that delivers waiting messages, which is loaded once a page is idle.
import type * as Deliver from "./deliver-waiting.ts";

let loaded: typeof Deliver | undefined;
/** Undefined until it is loaded. */
export const delivering = (): typeof Deliver | undefined => loaded;
export const loadDelivery = async (): Promise<typeof Deliver> => (loaded ??= await import("./deliver-waiting.ts"));
