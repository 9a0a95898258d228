// Which file may import which. No exceptions list: a breach is moved, not excused.
// Upwards: kernel, then modules, then edition; scripts and tests stand outside. docs/flows.md shows what happens on the way.

const TEST = "(\\.test\\.tsx?$|^(tests|bench|kernel/testing)/)";
const BROWSER_KERNEL = "^kernel/(wire|csv|ids|rich-text)/|^kernel/clock/local-time\\.ts$|^kernel/language/languages\\.ts$";
const CONTRACTS = [
  "^modules/[^/]+/contract\\.ts$",
  "^modules/[^/]+/contract/[^/]+\\.ts$",
  "^modules/[^/]+/[^/]+/contract\\.ts$",
  "^modules/[^/]+/[^/]+/contract/[^/]+\\.ts$",
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-file-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-module-cycles",
      severity: "error",
      scope: "folder",
      from: { path: "^modules/[^/]+$" },
      to: { circular: true, path: "^modules/[^/]+$" },
    },
    {
      name: "no-folder-cycles",
      comment:
        "The folders of a module depend on each other in one direction. The widget's panel loads the parts in lazy/ by import(), and they use the panel's state: one unit in two chunks.",
      severity: "error",
      scope: "folder",
      from: { path: "^modules/[^/]+/[^/]+", pathNot: "^modules/widget/client/(panel|lazy)" },
      to: { circular: true, path: "^modules/[^/]+/[^/]+" },
    },
    {
      name: "kernel-knows-nobody",
      severity: "error",
      from: { path: "^kernel/", pathNot: TEST },
      to: { path: "^(modules|edition|dashboard|scripts|tests|bench)/" },
    },
    {
      name: "kernel-testing-knows-no-module",
      comment: "makeWorld gets what it mounts from its caller.",
      severity: "error",
      from: { path: "^kernel/testing/" },
      to: { path: "^(modules|dashboard|tests|bench)/" },
    },
    {
      name: "through-the-face",
      severity: "error",
      from: { path: "^modules/([^/]+)/", pathNot: [TEST, "^modules/[^/]+/(views|client)/"] },
      to: { path: "^modules/", pathNot: ["^modules/$1/", "^modules/[^/]+/(index|contract)\\.ts$"] },
    },
    {
      name: "only-db-knows-drizzle",
      comment: "Statements are built with the sql tag of kernel/db, which knows what they select.",
      severity: "error",
      from: { path: "^(kernel|modules|edition)/", pathNot: [TEST, "^kernel/db/"] },
      to: { path: "drizzle-orm" },
    },
    {
      name: "only-edition-mounts",
      severity: "error",
      from: { path: "^(kernel|modules|dashboard)/", pathNot: TEST },
      to: { path: "^modules/[^/]+/module\\.ts$" },
    },
    {
      name: "browser-sees-contracts",
      severity: "error",
      from: { path: "^modules/([^/]+)/(views|client)/", pathNot: TEST },
      to: {
        path: "^(modules|kernel|edition|scripts)/",
        // Screens may use the view face of a module they need: docs/decisions/0001.
        // Parts of the widget use its client's face.
        pathNot: ["^modules/$1/$2/", "^modules/[^/]+/contract\\.ts$", "^modules/[^/]+/$2/index\\.ts$", BROWSER_KERNEL],
      },
    },
    {
      name: "contracts-are-browser-safe",
      comment: "A contract is bundled into the dashboard and the widget, and so are those of its rooms, which it passes on.",
      severity: "error",
      from: { path: CONTRACTS },
      to: { path: "^(modules|kernel|edition|scripts|dashboard)/", pathNot: [...CONTRACTS, BROWSER_KERNEL] },
    },
    {
      name: "browser-kernel-stands-alone",
      severity: "error",
      from: { path: BROWSER_KERNEL, pathNot: TEST },
      to: { path: "^(modules|kernel|edition|scripts|dashboard)/", pathNot: BROWSER_KERNEL },
    },
    {
      name: "dashboard-is-a-shell",
      comment: "Screens join it in edition/; it knows none of them.",
      severity: "error",
      from: { path: "^dashboard/", pathNot: TEST },
      to: { path: "^(modules|kernel|edition|scripts)/", pathNot: BROWSER_KERNEL },
    },
    {
      name: "servers-show-nothing",
      comment: "Worker code never imports a screen.",
      severity: "error",
      from: { path: "^(kernel|modules|edition)/", pathNot: ["^modules/[^/]+/(views|client)/", "^edition/browser", TEST] },
      to: { path: "^(dashboard/|modules/[^/]+/(views|client)/|edition/browser)" },
    },
    {
      name: "nothing-imports-the-top",
      severity: "error",
      from: { path: "^(kernel|modules|dashboard|connector)/", pathNot: TEST },
      to: { path: "^(edition|scripts)/" },
    },
    {
      name: "edition-imports-no-script",
      severity: "error",
      from: { path: "^edition/", pathNot: TEST },
      to: { path: "^(scripts|tests|bench|kernel/testing)/" },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { path: "^(kernel|modules|edition|dashboard|connector)/", pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(cloudflare:|node:|#messages|virtual:)" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(node_modules|\\.generated)" },
    exclude: { path: "(^dist|^\\.generated|^\\.tools|^\\.wrangler)" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".css"],
    },
  },
};
