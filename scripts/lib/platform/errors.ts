// Errors of the platform as sentences that say what to do. The platform's own messages may repeat values, so only its codes are shown.
export interface Operation {
  /** "reading the zone", for the message. */
  readonly what: string;
  /** The permission that the call needs. */
  readonly needs: string;
}

export type ErrorKind = "sign-in" | "permission" | "exists" | "missing" | "refused" | "busy" | "unavailable" | "unanswered";

export class PlatformError extends Error {
  readonly kind: ErrorKind;
  readonly code: number;
  constructor(kind: ErrorKind, message: string, code = 0) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** Without a response, or after a server error, the platform may have done the operation. */
const UNCERTAIN: readonly ErrorKind[] = ["unanswered", "unavailable"];

/** Whether the failed call certainly did nothing. */
const isCertain = (error: Error): boolean => !(error instanceof PlatformError) || !UNCERTAIN.includes(error.kind);

/** Runs `work` and appends a sentence on what was done to the message of an error. `always`: the work only reads, so the sentence is always true. */
export async function withErrorNote<T>(note: string, work: () => Promise<T>, always = true): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && (always || isCertain(error))) error.message += ` ${note}`;
    throw error;
  }
}

/** Error code: the object store is not enabled for the account. */
const NOT_ENABLED = 10_042;
const EXISTS = new Set([7502, 10_004, 11_009, 100_116, 100_117]);

/** The error for a response that is not a success. `after`: seconds to wait, as the platform asks. */
export function refusal(operation: Operation, status: number, code: number, after?: number): PlatformError {
  const at = `${operation.what} (${status}${code === 0 ? "" : `, code ${code}`})`;
  if (code === NOT_ENABLED) {
    return new PlatformError(
      "refused",
      "The object store (R2) is not enabled for this account. Enable it once in the platform's dashboard, then run this again.",
      code,
    );
  }
  if (status === 401 || code === 6003)
    return new PlatformError(
      "sign-in",
      `The platform does not accept the sign-in, at ${at}. Check PLATFORM_API_TOKEN, or sign in again.`,
      code,
    );
  if (status === 403)
    return new PlatformError("permission", `Not allowed: ${at}. The token or sign-in needs ${operation.needs} in this account.`, code);
  if (status === 429) {
    const wait = after === undefined ? "" : ` It asks to wait ${after} s.`;
    return new PlatformError("busy", `The platform refuses more calls for now, at ${at}.${wait} Then run this again.`, code);
  }
  if (status >= 500) return new PlatformError("unavailable", `The platform has trouble of its own, at ${at}. Run this again later.`, code);
  if (EXISTS.has(code) || status === 409) return new PlatformError("exists", `It exists already: ${at}.`, code);
  if (status === 404) return new PlatformError("missing", `Not found: ${at}.`, code);
  return new PlatformError("refused", `The platform refuses ${at}.`, code);
}

/** The error for no response, or one that is not from the platform. */
export const unanswered = (operation: Operation, why: string): PlatformError =>
  new PlatformError("unanswered", `No answer from the platform: ${operation.what} (${why}). Check the connection and run this again.`);
