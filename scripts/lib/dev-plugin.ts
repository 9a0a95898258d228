// Vite plugin of `pnpm dev`: runs the minute schedule, and builds /widget.js and /widget-preview.js with their chunks on request.
import type { Plugin, ViteDevServer } from "vite";
import { build } from "vite";
import widget from "../../vite.widget.config.ts";
import { inRoot } from "./paths.ts";

type File = { readonly type: string; readonly body: string };

/** Builds the widget in memory exactly as it is shipped, with the same paths. */
async function widgetFiles(): Promise<Map<string, File>> {
  const built = await build({ ...widget, configFile: false, logLevel: "warn", build: { ...widget.build, write: false } });
  const outputs = Array.isArray(built) ? built : [built];
  return new Map(
    outputs
      .flatMap((one) => ("output" in one ? one.output : []))
      .map((file): [string, File] => [
        `/${file.fileName}`,
        { type: "text/javascript; charset=utf-8", body: file.type === "chunk" ? file.code : String(file.source) },
      ]),
  );
}

function serveWidget(server: ViteDevServer): void {
  const latest = new Map<string, File>();
  const widgetSources = inRoot("modules/widget/client");
  let fresh: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    for (const [path, file] of await widgetFiles()) latest.set(path, file);
  };
  server.watcher.add(widgetSources);
  server.watcher.on("all", (_event, file) => {
    if (/\/(modules\/[^/]+\/(client|contract)|kernel\/)/.test(file)) fresh = undefined;
  });
  server.middlewares.use((request, response, next) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path !== "/widget.js" && path !== "/widget-preview.js" && !path.startsWith("/w/")) return next();
    fresh ??= refresh();
    fresh.then(() => {
      const file = latest.get(path);
      if (!file) return next();
      response.setHeader("content-type", file.type);
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("cross-origin-resource-policy", "cross-origin");
      response.setHeader("cache-control", "no-store");
      response.end(file.body);
    }, next);
  });
}

/** Triggers the schedule of the local runtime each minute; never two runs at once. */
function tickEachMinute(server: ViteDevServer): void {
  let running = false;
  const tick = async (): Promise<void> => {
    const url = server.resolvedUrls?.local[0];
    if (running || url === undefined) return;
    running = true;
    try {
      await fetch(new URL("/cdn-cgi/local/scheduled?cron=*+*+*+*+*", url));
    } catch (error) {
      server.config.logger.warn(`minute schedule: ${String(error)}`);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void tick(), 60_000);
  server.httpServer?.once("listening", () => setTimeout(() => void tick(), 1000));
  server.httpServer?.once("close", () => clearInterval(timer));
}

export const devPlugin = (): Plugin => ({
  name: "seed-desk:dev",
  apply: "serve",
  configureServer(server) {
    serveWidget(server);
    tickEachMinute(server);
  },
  // The page's policy forbids inline scripts and styles, which hot reload needs.
  transformIndexHtml: {
    order: "pre",
    handler: (page) => page.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  },
});
