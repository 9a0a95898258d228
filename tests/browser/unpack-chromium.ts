// Unpacks the browser in Playwright's global setup; otherwise its workers would do it at the same time and overwrite one another.
import { executable } from "./chromium.ts";

export default async function unpackChromium(): Promise<void> {
  await executable();
}
