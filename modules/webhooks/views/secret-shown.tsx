// A signing secret, shown once in a dialog.
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { m } from "#messages";

export const SecretShown = ({ title, secret, body, onClose }: { title: string; secret: string | null; body: string; onClose(): void }) => (
  <Dialog
    open
    stays
    onClose={onClose}
    title={title}
    body={secret === null ? m.webhooks_shown_before() : body}
    footer={<Button onClick={onClose}>{m.projects_done()}</Button>}
  >
    {secret !== null && (
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">{secret}</code>
        <CopyButton text={secret} label={m.dashboard_copy()} variant="primary" />
      </div>
    )}
  </Dialog>
);
