// Reading grants, and which of them shows a page. Shared by the screens and the slots.
import { useRouteQuery } from "#dashboard/api.ts";
import { listPreviewGrants, type PreviewGrant } from "../contract.ts";

/** Milliseconds for which a list of grants is good enough where nobody looks at its counters. */
const STALE = 600_000;
/** Milliseconds between two looks at the counter of a preview that is open. */
export const COUNTER_EVERY = 5000;

/** The grants, read at most every ten minutes: for places that only offer a preview. */
export const useSomeGrants = (projectId: string) => useRouteQuery(listPreviewGrants, { params: { projectId } }, { staleTime: STALE });

/** The grant that shows the page at the address; undefined if none does. */
export function grantFor(grants: readonly PreviewGrant[], address: string): PreviewGrant | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return grants.find(
    ({ state, mayOpen, site, paths }) => state === "valid" && mayOpen && site === origin && paths.some((path) => isUnder(pathname, path)),
  );
}
export const isUnder = (pathname: string, path: string): boolean =>
  path === "/" || pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
