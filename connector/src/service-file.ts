// The file by which a system keeps the connector running: a systemd user unit, or a launchd agent. Pure: it writes texts and nothing else.
import { createHash } from "node:crypto";
import { EXIT } from "./failure.ts";

export const SERVICE = "seed-desk-connector";
/** The name and version of what a file was written by stands in its first lines, with a sum by which a change of it is noticed. */
export interface Service {
  /** Absolute paths. */
  readonly node: string;
  readonly script: string;
  /** The connector's folder. */
  readonly home: string;
  /** Where programs are looked for; a service would find those of the system only. */
  readonly path: string;
}

/** A text as one word of a unit file: quoted, with nothing that systemd would replace. */
const word = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
/** For these codes a person has to do something first: starting again would not help. */
const FINAL = [EXIT.usage, EXIT.notPaired, EXIT.configuration, EXIT.noAuthority].join(" ");
export const unitFile = ({ node, script, home, path }: Service): string =>
  withSum(
    "# ",
    "",
    `[Unit]
Description=Seed Desk connector
StartLimitIntervalSec=0

[Service]
Type=exec
# The colon keeps systemd from replacing variables in the paths.
ExecStart=:${word(node)} ${word(script)} run
Environment=${word(`SEED_DESK_CONNECTOR_HOME=${home}`)} ${word(`PATH=${path}`)}
Restart=on-failure
RestartPreventExitStatus=${FINAL}
# After 5 seconds, and later after up to 5 minutes.
RestartSec=5
RestartSteps=6
RestartMaxDelaySec=300
# The connector ends its programs itself; what is left after that is killed.
KillMode=mixed
TimeoutStopSec=20
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`,
  );

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const string = (text: string): string => `<string>${xml(text)}</string>`;
/** launchd knows no exit codes that end it, so the connector says by `--supervised` that it ends well where starting again would not help. */
export const agentFile = ({ node, script, home, path }: Service): string =>
  withSum(
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- ',
    " -->",
    `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key>
    ${string(SERVICE)}
    <key>ProgramArguments</key>
    <array>
      ${[node, script, "run", "--supervised"].map(string).join("\n      ")}
    </array>
    <key>EnvironmentVariables</key>
    <dict>
      <key>PATH</key>
      ${string(path)}
      <key>SEED_DESK_CONNECTOR_HOME</key>
      ${string(home)}
    </dict>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
      <key>SuccessfulExit</key>
      <false/>
    </dict>
    <key>ThrottleInterval</key>
    <integer>30</integer>
    <key>ExitTimeOut</key>
    <integer>20</integer>
    <key>Umask</key>
    <integer>63</integer>
    <key>StandardOutPath</key>
    <string>/dev/null</string>
    <key>StandardErrorPath</key>
    ${string(`${home}/log/service.log`)}
  </dict>
</plist>
`,
  );

const LINE = /^(?:# |<!-- )Written by seed-desk-connector service install\. Sum of what follows: ([0-9a-f]{64})(?: -->)?\n/m;
const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const withSum = (before: string, after: string, text: string): string =>
  `${before}Written by seed-desk-connector service install. Sum of what follows: ${sumOf(text)}${after}\n${text}`;
/** Whether a file is as some version of the connector wrote it. */
export function isUntouched(text: string): boolean {
  const found = LINE.exec(text);
  return found !== null && sumOf(text.slice(found.index + found[0].length)) === found[1];
}
