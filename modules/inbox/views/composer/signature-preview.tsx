// The signature as it will stand below a reply by mail.
import { Button } from "#dashboard/ui/button.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { m } from "#messages";

export const SignaturePreview = ({ signature, onLeaveOut }: { readonly signature: string; onLeaveOut(): void }) => (
  <section
    aria-label={m.conversations_signature()}
    className="mx-3.5 mb-2 border-t border-dashed border-line-strong pt-2 text-sm text-muted"
  >
    <div className="max-h-24 overflow-y-auto">
      <Markdown text={signature} />
    </div>
    <Button size="sm" variant="ghost" className="-ms-2.5" onClick={onLeaveOut}>
      {m.conversations_signature_leave_out()}
    </Button>
  </section>
);
