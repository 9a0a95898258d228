/** The oldest Node that runs the TypeScript of this checkout. */
export const MINIMUM: string;
