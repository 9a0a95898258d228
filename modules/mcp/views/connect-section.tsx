// Says how an assistant connects: the address and the header.
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { callMcp } from "../contract.ts";

export default function ConnectSection() {
  const address = `${location.origin}${callMcp.path}`;
  return (
    <Section title={m.mcp_connect_title()} lead={m.mcp_connect_lead()}>
      <dl className="grid gap-3">
        <Line label={m.mcp_connect_address()} text={address} />
        <Line label={m.mcp_connect_header()} text="Authorization: Bearer sdt_…" />
      </dl>
    </Section>
  );
}

const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="grid gap-1.5">
    <dt className="text-sm font-medium">{label}</dt>
    <dd className="flex items-center gap-2">
      <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} />
    </dd>
  </div>
);
