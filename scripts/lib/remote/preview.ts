// Checks that the host of the website preview shows previews and nothing of the application.

/** `closed`: as it has to be. `open`: something else answers there. `unreachable`: nothing does, as before a new domain has its certificate. */
export type PreviewHost = "closed" | "open" | "unreachable";

/** Paths of the application that must not be found there. */
const PATHS = ["/health", "/login", "/api/account/me"];

export async function checkPreviewHost(base: string, timeoutMs = 10_000): Promise<PreviewHost> {
  try {
    const found = await Promise.all(
      PATHS.map(async (path) => {
        const answer = await fetch(base + path, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
        await answer.body?.cancel();
        return answer.status === 404 && (answer.headers.get("content-security-policy") ?? "").startsWith("sandbox ");
      }),
    );
    return found.every(Boolean) ? "closed" : "open";
  } catch {
    return "unreachable";
  }
}
