import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { expect, test } from "vitest";
import { agentFile, isUntouched, unitFile } from "./service-file.ts";

const AWKWARD = {
  node: execPath,
  script: "/srv/a $HOME %h \"b\" 'c' \\d <e> & f/connector.mjs",
  home: "/home/%u/own <x>",
  path: "/bin:/opt/a b",
};

/** The values of a property list. Strict: a tag that isn't closed, or is closed by another, throws. */
function readPlist(text: string): unknown {
  const body =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n(?:<!-- (?:(?!--).)* -->\n)?<!DOCTYPE plist [^<>]*>\n([^]*)$/.exec(text)?.[1] ?? "";
  const parts = [...body.matchAll(/<(\/?)([a-z]+)(?: version="1\.0")?(\/?)>|([^<]+)/g)];
  expect(parts.map(([all]) => all).join("")).toBe(body);
  let at = 0;
  const blank = (): void => {
    while (parts[at]?.[4] !== undefined && parts[at]?.[4]?.trim() === "") at += 1;
  };
  const isEnd = (): boolean => (blank(), parts[at]?.[1] === "/");
  const end = (name: string): void => expect([parts[at]?.[1], parts[at++]?.[2]]).toEqual(["/", name]);
  function value(): unknown {
    blank();
    const [, , name = "", closed] = parts[at++] ?? [];
    if (closed === "/") return name === "true";
    if (name === "dict" || name === "array" || name === "plist") {
      const all: unknown[] = [];
      while (!isEnd()) all.push(value());
      end(name);
      if (name !== "dict") return name === "array" ? all : all[0];
      return Object.fromEntries(Array.from({ length: all.length / 2 }, (_, i) => [all[2 * i], all[2 * i + 1]]));
    }
    const [said] = parts[at]?.[4] === undefined ? [""] : [parts[at++]?.[4] ?? ""];
    end(name);
    expect(said).not.toMatch(/&(?!amp;|lt;|gt;)/);
    const plain = said.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    return name === "integer" ? Number(plain) : plain;
  }
  const found = value();
  blank();
  expect(at).toBe(parts.length);
  return found;
}

test("a launchd agent holds the paths as they are, and is started again only when it failed", () => {
  expect(readPlist(agentFile(AWKWARD))).toEqual({
    Label: "seed-desk-connector",
    ProgramArguments: [execPath, AWKWARD.script, "run", "--supervised"],
    EnvironmentVariables: { PATH: AWKWARD.path, SEED_DESK_CONNECTOR_HOME: AWKWARD.home },
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ...{ ThrottleInterval: 30, ExitTimeOut: 20, Umask: 0o077 },
    ...{ StandardOutPath: "/dev/null", StandardErrorPath: `${AWKWARD.home}/log/service.log` },
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
test("a unit file is what systemd takes, with paths that it neither splits nor fills in", () => {
  const text = unitFile(AWKWARD);
  expect(text).toContain(`ExecStart=:"${execPath}" "/srv/a $HOME %%h \\"b\\" 'c' \\\\d <e> & f/connector.mjs" run\n`);
  expect(text).toContain('Environment="SEED_DESK_CONNECTOR_HOME=/home/%%u/own <x>" "PATH=/bin:/opt/a b"\n');
  expect(text).toContain("RestartPreventExitStatus=2 3 4 5\n");
  if (!hasSystemd) return;
  const place = mkdtempSync(join(tmpdir(), "seed-desk-unit-"));
  try {
    const file = join(place, "seed-desk-connector.service");
    writeFileSync(file, text);
    const verify = () =>
      spawnSync("systemd-analyze", ["--user", "verify", "--man=no", file], {
        encoding: "utf8",
        // It asks for the place of a session's sockets, and makes none.
        env: { ...env, XDG_RUNTIME_DIR: place },
      });
    const { status, stderr } = verify();
    // Older versions say that they leave out the growing pauses; anything else they say would be a fault.
    const said = stderr
      .split("\n")
      .filter((line) => line.includes(place) && !/Unknown key( name)? 'Restart(Steps|MaxDelaySec)'/.test(line));
    expect([status, said]).toEqual([0, []]);
    writeFileSync(file, text.replace("ExecStart=:", "ExecStart=relative"));
    expect(verify().status).not.toBe(0);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test("a file that somebody changed is told from one of whatever version", () => {
  for (const text of [unitFile(AWKWARD), agentFile(AWKWARD)]) {
    expect(isUntouched(text)).toBe(true);
    expect(isUntouched(`${text}\n`)).toBe(false);
    expect(isUntouched(text.replace("20", "21"))).toBe(false);
  }
  expect(isUntouched("[Service]\n")).toBe(false);
});
