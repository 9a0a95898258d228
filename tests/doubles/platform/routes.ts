// Route helpers of the platform double: method, path, required permission, and answer.
import type { Answer } from "./answers.ts";
import type { Permission, PlatformState } from "./state.ts";

export interface Request {
  readonly query: URLSearchParams;
  /** The values of the pattern's groups. */
  readonly at: readonly string[];
  readonly body: Buffer;
  readonly contentType: string;
}

export interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly needs: Permission;
  readonly answer: (state: PlatformState, request: Request) => Answer;
}

export const route = (method: string, path: string, needs: Permission, answer: Route["answer"]): Route => ({
  method,
  pattern: new RegExp(`^${path}$`),
  needs,
  answer,
});

/** A path below the account; `:x` matches one segment. */
export const inAccount = (path: string): string => `/accounts/[0-9a-f]{32}${path.replaceAll(/\/:[a-z]+/g, "/([^/]+)")}`;

export const text = (request: Request): Record<string, unknown> => JSON.parse(request.body.toString("utf8")) as Record<string, unknown>;
