// Whether this is the long run: worker tests have no process of their own, so the runner hands it on as a binding.
import { env } from "cloudflare:workers";

/** Set by `LONG=1`. */
export const LONG = (env as unknown as { readonly LONG: string }).LONG !== "";
