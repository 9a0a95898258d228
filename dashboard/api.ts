// Calls the server: one typed `call`, and thin hooks over TanStack Query.
import { MutationCache, notifyManager, QueryClient, useMutation, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type CallArgs, CallError, makeCall, type Route } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { connectionDoubt, heard } from "./online.ts";
import { useSettled } from "./ui/skeleton.tsx";
import { toast } from "./ui/toast.tsx";

/** What a module that knows the connection does: `gate` throws for a request that needs one, `end` forgets the person whose session is over. */
export const connection: { gate?: (init: RequestInit) => void; end?: () => void } = {};

async function send(path: string, init: RequestInit): Promise<Response> {
  connection.gate?.(init);
  const response = await fetch(path, { ...init, credentials: "same-origin" }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    connectionDoubt.raise();
    throw new CallError(0, { error: m.dashboard_problem_unreachable(), code: "offline" }, undefined);
  });
  heard();
  if (response.status === 401) leaveForLogin();
  return response;
}

let leaving = false;
/** Leaves the application for a page of the worker. Only the first call counts: requests that fail while leaving must not redirect again. */
export function leaveFor(path: string): void {
  if (leaving) return;
  leaving = true;
  location.assign(path);
}

let signingOut: (() => void) | undefined;
/** Sets what runs instead of the way to sign-in when a session turns out to have ended during a sign-out; `undefined` resets it. */
export const whileSigningOut = (end: (() => void) | undefined): void => void (signingOut = end);

/** Goes to the sign-in page and comes back here afterwards. */
export function leaveForLogin(): void {
  connection.end?.();
  if (signingOut) signingOut();
  else leaveFor(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Calls a route; throws CallError, whose `problem.error` can be shown as it is. */
export const call = makeCall(send);

const isTransient = (error: unknown): boolean => error instanceof CallError && (error.status === 0 || error.status >= 500);

// In the task that changed the data, not in one after it: a key's change is in the next frame then, not in the one after that.
// https://tanstack.com/query/latest/docs/reference/notifyManager
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // A refusal would be the same again; only transient failures are retried.
      retry: (count, error) => isTransient(error) && count < 2,
      retryDelay: (attempt) => 400 * 2 ** attempt,
      // Offline, a query fails at once: the screen shows it instead of waiting for the network.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
  mutationCache: new MutationCache({
    onError(error, _input, _context, mutation) {
      if (mutation.meta?.["suppressToast"] !== true) toastProblem(error);
    },
  }),
});

/** Shows a failed write as a toast, with the server's own sentence. */
export function toastProblem(error: unknown): void {
  const refused = error instanceof CallError ? error : undefined;
  toast({
    tone: "bad",
    title: refused?.problem.error ?? m.dashboard_problem_unknown(),
    body: refused && refused.status >= 500 && refused.requestId ? `${m.dashboard_request_id()} ${refused.requestId}` : undefined,
  });
}

/** Query options of a GET route. The key begins with the route's name, so that writes can invalidate it by route. */
export const reading = <R extends Route>(route: R, args: CallArgs<R>): Reading<AnswerOf<R>> => ({
  queryKey: [route.name, args],
  queryFn: ({ signal }) => call(route, { ...args, signal }),
});
export interface Reading<A> {
  readonly queryKey: readonly unknown[];
  queryFn(context: { readonly signal: AbortSignal }): Promise<A>;
}

interface RouteQueryOptions {
  readonly enabled?: boolean;
  /** Refetch interval in milliseconds while the page is visible. */
  readonly every?: number;
  readonly staleTime?: number;
}

/** Reads a GET route; the last data stay while it is read again. A skeleton that has appeared stays for at least 400 ms. */
export function useRouteQuery<R extends Route>(route: R, args: CallArgs<R>, { enabled = true, every, staleTime }: RouteQueryOptions = {}) {
  const { data, error, isPending, refetch } = useQuery({
    ...reading(route, args),
    enabled,
    ...(every ? { refetchInterval: every } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  });
  const settled = useSettled(enabled && isPending);
  return settled ? { data, error, refetch } : { data: undefined, error: null, refetch };
}

interface RouteMutationOptions<R extends Route> {
  /** Routes whose answers this write changes. */
  readonly invalidates?: readonly Route[];
  /** Shows no toast: the form shows the refusal itself. */
  readonly suppressToast?: boolean;
  done?(answer: AnswerOf<R>, args: CallArgs<R>): void;
}

const underway = new Map<string, Promise<unknown>>();
/**
 * Calls a route. While the same create or send is on its way, such as after a double click, its answer is shared: a repetition would be
 * answered without what is shown only once.
 */
function callOnce<R extends Route>(route: R, args: CallArgs<R>): Promise<AnswerOf<R>> {
  const { body } = args as { readonly body?: { readonly clientId?: string } };
  if (body?.clientId === undefined) return call(route, args);
  const key = JSON.stringify([route.name, args]);
  const before = underway.get(key);
  if (before) return before as Promise<AnswerOf<R>>;
  const answer = call(route, args).finally(() => underway.delete(key));
  underway.set(key, answer);
  return answer;
}

/** Writes through a route. A failure is shown as a toast with the server's sentence unless `suppressToast`. */
export const useRouteMutation = <R extends Route>(
  route: R,
  { invalidates = [], suppressToast = false, done }: RouteMutationOptions<R> = {},
) =>
  useMutation<AnswerOf<R>, Error, CallArgs<R>>({
    mutationFn: (args) => callOnce(route, args),
    meta: { suppressToast },
    async onSuccess(answer, args) {
      done?.(answer, args);
      await Promise.all(invalidates.map((changed) => queryClient.invalidateQueries({ queryKey: [changed.name] })));
    },
  });

/** The message of the refusal for one field of a form, from `issues`. */
export const issueOf = (error: unknown, path: string): string | undefined =>
  error instanceof CallError
    ? error.problem.issues?.find((issue) => issue.path === path || issue.path.endsWith(`.${path}`))?.message
    : undefined;

/** The message to show for an error of a form; undefined if it lists issues by field, because the fields show them. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallError
    ? error.problem.issues?.length
      ? undefined
      : error.problem.error
    : error
      ? m.dashboard_problem_unknown()
      : undefined;
