// Playwright's global setup: the workers would otherwise unpack the browser at the same time, over one another.
import { executable } from "./chromium.ts";

export default async function unpackChromium(): Promise<void> {
  await executable();
}
