/** The oldest Node that runs the TypeScript of this checkout. */
export const MINIMUM: string;
/** Whether `version` is `minimum` or newer. */
export function isAtLeast(version: string, minimum: string): boolean;
