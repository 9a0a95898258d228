// The commands that install, check and pair a connector.
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { m } from "#messages";
import { CONNECTOR_VERSION } from "../contract.ts";

const ARCHIVE = `seed-desk-connector-${CONNECTOR_VERSION}.tgz`;
const address = (): string => `${location.origin}/downloads/${ARCHIVE}`;

/** The two commands with which a computer is paired. */
export const Commands = () => (
  <ol className="grid w-full gap-2 text-start">
    <Command label={m.paired_computers_install()} text={`npm install --global ${address()}`} />
    <Command label={m.paired_computers_pair()} text={`seed-desk-connector pair ${location.origin}`} />
  </ol>
);

/** How to compare the download with its sum before it is installed. */
export const CheckDownload = () => (
  <details className="text-start">
    <summary className="cursor-pointer text-sm font-medium">{m.paired_computers_check()}</summary>
    <div className="mt-2 grid gap-2">
      <p className="text-muted">{m.paired_computers_check_body({ version: CONNECTOR_VERSION })}</p>
      <Block
        label={m.paired_computers_check_commands()}
        text={[
          `curl -O ${address()}`,
          `curl -O ${address()}.sha256`,
          `sha256sum --check ${ARCHIVE}.sha256`,
          `npm install --global ./${ARCHIVE}`,
        ].join("\n")}
      />
      <p>
        <a className="text-accent-text underline" href={address()} download>
          {m.paired_computers_download({ version: CONNECTOR_VERSION })}
        </a>
      </p>
    </div>
  </details>
);

const Command = ({ label, text }: { label: string; text: string }) => (
  <li className="grid gap-1">
    <span className="text-xs text-muted">{label}</span>
    <Block label={label} text={text} />
  </li>
);
const Block = ({ label, text }: { label: string; text: string }) => (
  <div className="flex min-w-0 items-start gap-1">
    <pre
      role="group"
      aria-label={label}
      className="min-w-0 flex-1 rounded-md border border-line bg-subtle px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      <code>{text}</code>
    </pre>
    <CopyButton text={text} />
  </div>
);
