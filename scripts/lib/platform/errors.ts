// Refusals of the platform in words that say what to do. Its own messages may repeat values, so only its codes are passed on.
export interface Asked {
  /** "reading the zone", for the message. */
  readonly what: string;
  /** The permission that the call needs. */
  readonly needs: string;
}

export type Trouble = "sign-in" | "permission" | "exists" | "missing" | "refused" | "busy" | "unavailable" | "unanswered";

export class PlatformError extends Error {
  readonly trouble: Trouble;
  readonly code: number;
  constructor(trouble: Trouble, message: string, code = 0) {
    super(message);
    this.trouble = trouble;
    this.code = code;
  }
}

/** Without an answer, or with an answer of its trouble, the platform may have done what it was asked to. */
const UNSURE: readonly Trouble[] = ["unanswered", "unavailable"];

/** Whether the call that failed did nothing for certain. */
const isSure = (error: Error): boolean => !(error instanceof PlatformError) || !UNSURE.includes(error.trouble);

/** Does the work, and ends what it fails with by these words: what the caller knows about what was done. `always`: the work only reads. */
export async function adding<T>(words: string, work: () => Promise<T>, always = true): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && (always || isSure(error))) error.message += ` ${words}`;
    throw error;
  }
}

/** Code of an object store that nobody has enabled for the account. */
const NOT_ENABLED = 10_042;
const EXISTS = new Set([7502, 10_004, 11_009, 100_116, 100_117]);

/** What an answer that is not a success means. `after`: seconds that the platform asks to wait. */
export function refusal(asked: Asked, status: number, code: number, after?: number): PlatformError {
  const at = `${asked.what} (${status}${code === 0 ? "" : `, code ${code}`})`;
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
    return new PlatformError("permission", `Not allowed: ${at}. The token or sign-in needs ${asked.needs} in this account.`, code);
  if (status === 429) {
    const wait = after === undefined ? "" : ` It asks to wait ${after} s.`;
    return new PlatformError("busy", `The platform refuses more calls for now, at ${at}.${wait} Then run this again.`, code);
  }
  if (status >= 500) return new PlatformError("unavailable", `The platform has trouble of its own, at ${at}. Run this again later.`, code);
  if (EXISTS.has(code) || status === 409) return new PlatformError("exists", `It exists already: ${at}.`, code);
  if (status === 404) return new PlatformError("missing", `Not found: ${at}.`, code);
  return new PlatformError("refused", `The platform refuses ${at}.`, code);
}

/** No answer at all, or one that is not the platform's. */
export const unanswered = (asked: Asked, why: string): PlatformError =>
  new PlatformError("unanswered", `No answer from the platform: ${asked.what} (${why}). Check the connection and run this again.`);
