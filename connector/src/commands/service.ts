// `service`: writes the file by which systemd or launchd keeps the connector running, removes it, and says how it is.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { argv, env, execPath, getuid, platform } from "node:process";
import type { Given } from "../arguments.ts";
import { type Config, kindsOf, readConfig } from "../config.ts";
import { readCredential } from "../credential.ts";
import { EXIT, Failure } from "../failure.ts";
import { folder, makeFolder, writeWhole } from "../folder.ts";
import { stdout } from "../output.ts";
import { agentFile, isUntouched, SERVICE, type Service, unitFile } from "../service-file.ts";

/** What keeps programs running on this system. */
interface Manager {
  readonly name: string;
  readonly file: string;
  text(service: Service): string;
  /** What a person runs. */
  readonly start: readonly string[];
  readonly watch: string;
  /** Stops it and forgets it. Throws what the system says if that fails. */
  stop(): void;
  /** What runs now, in the system's own words. */
  state(): string;
  /** After its file is gone. */
  after(): void;
}

function ask(program: string, ...args: string[]): { readonly isGood: boolean; readonly says: string } {
  const { status, stdout: out, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: 30_000 });
  return { isGood: status === 0, says: `${out ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim() };
}
function mustDo(program: string, ...args: string[]): void {
  const { isGood, says } = ask(program, ...args);
  if (!isGood) throw new Failure(`${[program, ...args].join(" ")} failed, so nothing was removed: ${says}`);
}

function systemd(): Manager {
  const config = env["XDG_CONFIG_HOME"];
  const user = (...args: string[]) => ask("systemctl", "--user", ...args);
  return {
    name: "systemd",
    file: join(config !== undefined && config !== "" ? config : join(homedir(), ".config"), "systemd/user", `${SERVICE}.service`),
    text: unitFile,
    start: [
      "systemctl --user daemon-reload",
      `systemctl --user enable --now ${SERVICE}`,
      "loginctl enable-linger   # to keep it running while you are signed out",
    ],
    watch: `journalctl --user --unit ${SERVICE} --follow`,
    stop: () => mustDo("systemctl", "--user", "disable", "--now", SERVICE),
    state: () => `${user("is-active", SERVICE).says || "unknown"}, ${user("is-enabled", SERVICE).says || "unknown"}`,
    after: () => void user("daemon-reload"),
  };
}
function launchd(): Manager {
  const domain = `gui/${getuid?.() ?? ""}`;
  const file = join(homedir(), "Library/LaunchAgents", `${SERVICE}.plist`);
  const seen = () => ask("launchctl", "print", `${domain}/${SERVICE}`);
  return {
    ...{ name: "launchd", file, text: agentFile },
    start: [`launchctl bootstrap ${domain} ${quoted(file)}`],
    watch: `tail -f ${quoted(join(folder(), "log/service.log"))}`,
    stop: () => (seen().isGood ? mustDo("launchctl", "bootout", `${domain}/${SERVICE}`) : undefined),
    state: () => (seen().isGood ? (/\bstate = (.+)/.exec(seen().says)?.[1] ?? "loaded") : "not loaded"),
    after: () => undefined,
  };
}
/** A path as a word for a shell. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** Throws where nothing keeps programs of a person running. */
function manager(): Manager {
  if (platform === "darwin") return launchd();
  if (platform !== "linux")
    throw new Failure("This system has neither systemd nor launchd. Run “seed-desk-connector run” by whatever starts your programs.");
  const { isGood, says } = ask("systemctl", "--user", "show-environment");
  if (isGood) return systemd();
  throw new Failure(
    `There is no systemd session of yours here (${says}). Sign in on the computer itself rather than by su or sudo, or run “seed-desk-connector run” by whatever starts your programs.`,
  );
}

export async function service({ action, force }: Given): Promise<number> {
  const found = manager();
  if (action === "install") return install(found, force);
  return action === "uninstall" ? uninstall(found, force) : status(found);
}

function install(to: Manager, force: boolean): number {
  const script = realpathSync(argv[1] ?? "");
  if (/[\\/]_npx[\\/]/.test(script))
    throw new Failure("This is a copy that npx removes at times. Install the connector first: npm install --global <archive>", EXIT.usage);
  const service: Service = { node: execPath, script, home: resolve(folder()), path: env["PATH"] ?? "" };
  const broken = Object.values(service).find((text) => /[\p{Cc}]/u.test(text));
  if (broken !== undefined) throw new Failure(`A service can’t be started with control characters in a path: ${broken}`);
  // Its faults are told now, rather than by a service that doesn't start.
  const config = readConfig();
  const text = to.text(service);
  refuseTouched(to, force);
  makeFolder();
  mkdirSync(join(folder(), "log"), { recursive: true, mode: 0o700 });
  mkdirSync(dirname(to.file), { recursive: true });
  const isThere = existsSync(to.file) && readFileSync(to.file, "utf8") === text;
  if (!isThere) writeWhole(to.file, text);
  stdout(
    [
      isThere ? `${to.file} is there already.` : `Written: ${to.file}`,
      ...limits(config),
      ...(readCredential() ? [] : ["This computer isn’t paired yet. Pair it first: seed-desk-connector pair https://desk.example.com"]),
      "Nothing was started. Start it, now and with the system:",
      ...to.start.map((line) => `  ${line}`),
      `See what it does:  ${to.watch}`,
      "What it was asked and what it did is in log/work.jsonl in the connector’s folder.",
      "",
    ].join("\n"),
  );
  return 0;
}
/** Variables that every service has, or that the file gives. */
const GIVEN = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "USER", "LOGNAME", "SHELL"];
/** What the service will not do, though the configuration seems to say so. */
function limits(config: Config | undefined): string[] {
  if (!config || kindsOf(config).length === 0) return ["It will do nothing: the configuration has no command for any kind of work."];
  const asking = kindsOf(config).filter((kind) => config.work[kind]?.ask === "always");
  const rest = kindsOf(config).filter((kind) => !asking.includes(kind));
  const names = [...new Set(kindsOf(config).flatMap((kind) => config.work[kind]?.environment ?? []))].filter(
    (name) => !GIVEN.includes(name),
  );
  return [
    ...asking.map(
      (kind) =>
        `It will not take work of the kind “${kind}”: you want to be asked before each job, and nobody can be asked there. Set "ask": "never" for it, only if its program can’t do harm whatever the task says.`,
    ),
    rest.length > 0 ? `It will take work without asking: ${rest.join(", ")}.` : "So it will do nothing.",
    ...(names.length > 0
      ? [`A service doesn’t have your terminal’s variables: ${names.join(", ")}. Let a script that sets them be the command.`]
      : []),
  ];
}
function refuseTouched({ file }: Manager, force: boolean): void {
  if (force || !existsSync(file) || isUntouched(readFileSync(file, "utf8"))) return;
  throw new Failure(`${file} was changed, or isn’t the connector’s. Look at it; --force replaces or removes it.`);
}

function uninstall(from: Manager, force: boolean): number {
  if (!existsSync(from.file)) {
    stdout("There is no service.\n");
    return 0;
  }
  refuseTouched(from, force);
  from.stop();
  rmSync(from.file, { force: true });
  from.after();
  stdout(`Stopped, and removed: ${from.file}\nThe computer stays paired. To give up its access: seed-desk-connector unpair\n`);
  return 0;
}

/** Exit code 1 when there is no service. */
function status(of: Manager): number {
  if (!existsSync(of.file)) {
    stdout(`There is no service. To write one for ${of.name}: seed-desk-connector service install\n`);
    return EXIT.failed;
  }
  const isOurs = isUntouched(readFileSync(of.file, "utf8"));
  stdout(`${of.file}\n${isOurs ? "As the connector wrote it." : "Changed since the connector wrote it."}\n${of.name}: ${of.state()}\n`);
  return 0;
}
