// The versions of the connector that this release knows. Safe to load in a browser.

/** The version of the connector that is served with this release; a test compares it with `connector/package.json`. */
export const CONNECTOR_VERSION = "0.1.0";
/** The oldest version that may still connect. Raise it when the wire changes so that older connectors would misbehave. */
export const MINIMUM_CONNECTOR_VERSION = "0.1.0";

const NUMBERS = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;
/** Whether a version, three numbers with dots, is older than another. */
export function isOlder(version: string, than: string): boolean {
  const [, ...own] = NUMBERS.exec(version) ?? [];
  const [, ...other] = NUMBERS.exec(than) ?? [];
  for (let i = 0; i < 3; i += 1) {
    const difference = Number(own[i] ?? 0) - Number(other[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
