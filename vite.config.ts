// Configures Vite for the worker (dist/server) and the dashboard (dist/client), for development and for the build: what a first load
// fetches, and in how many files. The widget has a build of its own: vite.widget.config.ts.
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildLanguages } from "./scripts/lib/languages-of-build.ts";
import { writeFirstFiles } from "./scripts/lib/first-files.ts";
import { thinRoutes } from "./scripts/lib/thin-routes.ts";

// What the inbox shares with other screens: a file for each of them would be ten, most of them smaller than what fetching one costs.
const SHARED = new RegExp(
  [
    String.raw`dashboard/(title|ui/(time|chip|plain|formatter))\.tsx?`,
    String.raw`react-query/.*/useInfiniteQuery\.js`,
    String.raw`query-core/.*/infiniteQueryObserver\.js`,
    String.raw`contacts/views/contact-name\.ts`,
    String.raw`inbox/views/preview\.ts`,
    String.raw`lucide-react/.*/(arrow-left|mail|message-circle)\.mjs`,
    String.raw`messages/(dashboard_(too_long|characters_left)|conversations_view_\w+)\.js`,
  ]
    .map((path) => `/${path}$`)
    .join("|"),
);

// What a conversation shares with the screens of articles and sources, for the same reason.
const SAID = new RegExp(
  [
    String.raw`dashboard/ui/(markdown|size|reasons)\.tsx?`,
    String.raw`modules/files/views/(upload|file-text)\.ts`,
    String.raw`kernel/rich-text/(quick|tree)\.ts`,
    String.raw`lucide-react/.*/(x|link|download|arrow-down|check|ellipsis)\.mjs`,
    String.raw`messages/conversations_online\.js`,
  ]
    .map((path) => `/${path}$`)
    .join("|"),
);

/** Of the shell's variables this one alone reaches the worker, and only under `pnpm dev`; all others come from `.dev.vars`. */
function fromShell(): Record<string, string> {
  const flag = process.env["SVC_LOCAL_OWNER_LOGIN"];
  return flag === undefined ? {} : { SVC_LOCAL_OWNER_LOGIN: flag };
}

export default defineConfig(({ command }) => {
  // A shell with NODE_ENV=development must not make a build one of development: that would ship the local owner's sign-in.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    publicDir: "edition/public",
    // Nor may a .env file.
    envDir: false,
    // scripts/lib/build.ts gives it; /health tells it.
    define: { "import.meta.env.BUILD_ID": JSON.stringify(process.env["SEED_DESK_BUILD_ID"] ?? "none") },
    plugins: [
      cloudflare({
        // A remote target has a configuration of its own.
        configPath: process.env["SEED_DESK_CONFIG"] ?? "wrangler.jsonc",
        persistState: { path: ".wrangler/state" },
        viteEnvironment: { name: "server" },
        inspectorPort: false,
        // Vite's own addresses (/@vite/client, /dashboard/main.tsx) must not reach the worker; everything else still does.
        ...(command === "serve" ? { config: { assets: { run_worker_first: false }, vars: fromShell() } } : {}),
      }),
      buildLanguages(),
      thinRoutes(),
      writeFirstFiles(),
      react({ compiler: true }),
      tailwindcss(),
    ],
    server: { watch: { ignored: ["**/.tools/**", "**/.wrangler/**", "**/dist/**"] } },
    environments: {
      client: {
        build: {
          // The first file would carry the list of every screen's small files. Only what is opened first is fetched with what it
          // imports; other screens are fetched on intent and find theirs themselves.
          modulePreload: {
            resolveDependencies: (file, dependencies, { hostType }) =>
              hostType === "html" || /\/(inbox|thread)-/.test(file) ? dependencies : dependencies.filter((one) => one.endsWith(".css")),
          },
          rolldownOptions: {
            // dist/client/dashboard/index.html: not at the root, since the worker answers "/" with the headers a page needs.
            input: "dashboard/index.html",
            // No file of ours does anything by being imported: what only passes through an index stays out of the first load.
            treeshake: { moduleSideEffects: [{ test: /^(?!.*[\\/]node_modules[\\/]).*\.tsx?$/, sideEffects: false }] },
            // Everything that the first screen waits for in one file: together it compresses 5 kB better.
            output: {
              codeSplitting: {
                groups: [
                  { name: "shell", tags: ["$initial"] },
                  { name: "shared", test: SHARED },
                  { name: "said", test: SAID },
                ],
              },
            },
          },
        },
        optimizeDeps: { entries: ["dashboard/index.html", "modules/*/views/**/*.{ts,tsx}"] },
      },
      server: { build: { minify: true, sourcemap: false } },
    },
  };
});
