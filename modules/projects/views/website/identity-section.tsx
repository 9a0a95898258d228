// Section for the secret with which the website signs the identity of its users.
import { useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { readWidgetSettings, rotateIdentitySecret } from "../../contract.ts";
import { Code } from "./code.tsx";

// Example for the website's own server, which signs; the page only passes the token on. `exp` is at most one hour ahead.
const SAMPLE = `import { SignJWT } from "jose";

const secret = Buffer.from(process.env.SEED_DESK_SECRET, "base64url");
const token = await new SignJWT({ email: user.email, name: user.name })
  .setProtectedHeader({ alg: "HS256" })
  .setSubject(user.id)
  .setIssuedAt()
  .setExpirationTime("1h")
  .sign(secret);

// In the page:
SeedDesk("identify", { token });`;

interface IdentityProps {
  readonly projectId: string;
  readonly has: boolean;
  readonly mayChange: boolean;
}

/** The server returns the secret only once, right after creating it. */
export function IdentitySection({ projectId, has, mayChange }: IdentityProps) {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rotate = useRouteMutation(rotateIdentitySecret, {
    suppressToast: true,
    invalidates: [readWidgetSettings],
    done: (answer) => {
      setAsking(false);
      setSecret(answer.secret);
    },
  });
  const make = (): void => rotate.mutate({ params: { projectId }, body: {} });
  return (
    <Section
      title={m.projects_identity_title()}
      lead={m.projects_identity_lead()}
      actions={<Chip tone={has ? "ok" : "neutral"}>{has ? m.projects_identity_set() : m.projects_identity_unset()}</Chip>}
    >
      <details className="group">
        <summary className="w-fit rounded-xs text-accent-text hover:underline">{m.projects_identity_sample()}</summary>
        <div className="mt-3 grid gap-2">
          <Code text={SAMPLE} label={m.projects_identity_sample()} />
          <p className="text-xs text-muted">{m.projects_identity_rules()}</p>
        </div>
      </details>
      <div>
        <Button size="sm" disabled={!mayChange} busy={rotate.isPending} onClick={() => (has ? setAsking(true) : make())}>
          {has ? m.projects_identity_rotate() : m.projects_identity_make()}
        </Button>
        {!asking && rotate.error && (
          <p role="alert" className="mt-2 text-bad-text">
            {refusalOf(rotate.error)}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={make}
        title={m.projects_identity_rotate_title()}
        body={m.projects_identity_rotate_body()}
        action={m.projects_identity_rotate()}
        busy={rotate.isPending}
        error={refusalOf(rotate.error)}
      />
      <Dialog
        open={secret !== undefined}
        stays
        onClose={() => setSecret(undefined)}
        title={m.projects_identity_new()}
        body={m.projects_identity_once()}
        footer={<Button onClick={() => setSecret(undefined)}>{m.projects_done()}</Button>}
      >
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret ?? ""} label={m.dashboard_copy()} variant="primary" />
        </div>
      </Dialog>
    </Section>
  );
}
