// Builds the router. Ids are path segments; search values stay strings, because the router's own parser would turn them into numbers.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useRouter,
  type AnyRoute,
  type ErrorComponentProps,
} from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { queryClient } from "./api.ts";
import { allScreens, navScreens, settingsScreens } from "./registered-screens.ts";
import { openBrowserStorage } from "./browser-storage.ts";
import { routerPath, screenPath } from "./paths.ts";
import { ScreenPending, WholePending } from "./pending.tsx";
import type { Screen } from "./screen.ts";
import { session } from "./session.tsx";
import { Shell } from "./shell.tsx";
import { buttonLink } from "./ui/button.tsx";
import { EmptyState } from "./ui/empty.tsx";
import { ProblemState } from "./ui/problem.tsx";

/** Parses the search of an address; every value is a string. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
/** Formats search values; empty and undefined ones are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
  );
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : "";
}

const settings = () => import("./settings-layout.tsx");

/** Rejects if the server cannot be reached. */
const reachServer = (): Promise<unknown> => queryClient.fetchQuery({ ...session().me(), staleTime: 0 });

/**
 * A component whose code is loaded on first use. If loading fails, the router would reload the page; with the server unreachable that
 * would leave an empty window, so that error is thrown instead.
 */
const lazyComponent = <T extends object>(load: () => Promise<T>, name?: keyof T & string) =>
  lazyRouteComponent(
    () => load().catch((error) => reachServer().then(() => Promise.reject(error))) as Promise<Record<string, () => null>>,
    name,
  );

/** Builds the router from the joined screens. */
export function makeRouter() {
  let opened = false;
  const root = createRootRoute({
    component: Shell,
    pendingComponent: WholePending,
    errorComponent: WholeFailed,
    notFoundComponent: NotFound,
    loader: async () => {
      const [{ person }] = await Promise.all([
        queryClient.ensureQueryData(session().me()),
        queryClient.ensureQueryData(session().projects()),
      ]);
      // Only once for each page load: by a later run, another window may have signed this person out.
      if (!opened) openBrowserStorage(person.id);
      opened = true;
    },
  });
  const project = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId",
    loader: ({ params }) => queryClient.ensureQueryData(session().project(params.projectId)),
    notFoundComponent: NotFound,
  });
  const projectSettings = createRoute({
    getParentRoute: () => project,
    path: "/settings",
    component: lazyComponent(settings, "ProjectSettings"),
  });
  const account = createRoute({ getParentRoute: () => root, path: "/account", component: lazyComponent(settings, "AccountSettings") });

  const parents: [AnyRoute, string][] = [
    [root, ""],
    [project, "/projects/:projectId"],
    [projectSettings, "/projects/:projectId/settings"],
    [account, "/account"],
  ];
  const children = new Map<AnyRoute, AnyRoute[]>(parents.map(([parent]) => [parent, []]));
  for (const screen of allScreens()) {
    const [parent, prefix] = parents.findLast(([, path]) => screen.path.startsWith(`${path}/`)) ?? [root, ""];
    children.get(parent)?.push(screenRoute(parent, screen, prefix));
  }
  const childrenOf = (parent: AnyRoute, ...more: AnyRoute[]): AnyRoute[] => [...(children.get(parent) ?? []), ...more];

  const tree = root.addChildren([
    ...childrenOf(root, ...redirects(root)),
    account.addChildren(childrenOf(account, settingsHome(account, "account"))),
    project.addChildren([
      ...childrenOf(project, projectHome(project)),
      projectSettings.addChildren(childrenOf(projectSettings, settingsHome(projectSettings, "project"))),
    ]),
  ]);
  return createRouter({
    routeTree: tree,
    defaultPreload: "intent",
    defaultPendingMs: 200,
    defaultPendingMinMs: 400,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
    parseSearch,
    stringifySearch,
  });
}

const screenRoute = (parent: AnyRoute, screen: Screen, prefix: string): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: routerPath(screen.path.slice(prefix.length)),
    component: lazyComponent(() => screen.load()),
  });

/** Routes that only redirect. */
function redirects(root: AnyRoute): AnyRoute[] {
  const lastProject = async ({ params }: { params?: { readonly _splat?: string } } = {}) => {
    const { items, lastProjectId } = await queryClient.ensureQueryData(session().projects());
    const home = items.find((each) => each.id === lastProjectId) ?? items[0];
    const page = params?._splat ? `/${params._splat}` : "";
    throw redirect({ to: home ? `/projects/${home.id}${page}` : "/projects", replace: true });
  };
  return [
    createRoute({ getParentRoute: () => root, path: "/", beforeLoad: lastProject }),
    createRoute({ getParentRoute: () => root, path: "/conversations", beforeLoad: lastProject }),
    // Where the installed app starts.
    createRoute({ getParentRoute: () => root, path: "/projects/last/$", beforeLoad: lastProject }),
    createRoute({
      getParentRoute: () => root,
      path: "/conversations/$conversationId",
      beforeLoad: async ({ params }: { params: { conversationId: string } }) => {
        const projectId = await session().locate(params.conversationId);
        throw redirect({ to: session().conversationPath(projectId, params.conversationId), replace: true });
      },
    }),
  ];
}

const projectHome = (project: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => project,
    path: "/",
    beforeLoad: ({ params }: { params: { projectId: string } }) => {
      const first = navScreens()[0];
      throw redirect({ to: first ? screenPath(first, params.projectId) : `/projects/${params.projectId}/settings`, replace: true });
    },
  });

// On a wide screen the settings open on their first page; on a narrow one they begin with the list of pages.
const settingsHome = (home: AnyRoute, scope: Screen["scope"]): AnyRoute =>
  createRoute({
    getParentRoute: () => home,
    path: "/",
    component: lazyComponent(settings, "SettingsHome"),
    beforeLoad: ({ params }: { params: { projectId?: string } }) => {
      const first = settingsScreens(scope)[0];
      if (first && matchMedia("(min-width: 1024px)").matches) throw redirect({ to: screenPath(first, params.projectId), replace: true });
    },
  });

function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    // A failed import is not repeated within this page, so reload once the server answers.
    if (error instanceof CallError && error.status === 0) return void reachServer().then(() => location.reload(), Boolean);
    reset();
    void router.invalidate();
  };
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <h1 className="sr-only">{m.dashboard_problem_title()}</h1>
      <ProblemState error={error} onRetry={again} />
    </div>
  );
}

const WholeFailed = (props: ErrorComponentProps) => (
  <main className="h-full bg-surface">
    <Failed {...props} />
  </main>
);

function NotFound() {
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">{m.dashboard_not_found()}</h1>
      <EmptyState
        icon={Compass}
        title={m.dashboard_not_found()}
        body={m.dashboard_not_found_body()}
        action={
          <a href="/conversations" className={buttonLink}>
            {m.dashboard_to_inbox()}
          </a>
        }
      />
    </div>
  );
}
