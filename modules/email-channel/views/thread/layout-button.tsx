// Button that shows a mail's original layout, or its full text, in a sandboxed frame without scripts.
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useState } from "react";
import { viewMail } from "#modules/inbound-email/contract";
import type { Mail } from "../../contract.ts";
import { TOGGLE } from "./class-names.ts";

export function LayoutButton({ mail }: { mail: Mail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={TOGGLE} onClick={() => setOpen(true)}>
        {mail.long ? m.email_whole_show() : m.email_layout_show()}
      </button>
      {open && <LayoutDialog mail={mail} onClose={() => setOpen(false)} />}
    </>
  );
}

function LayoutDialog({ mail, onClose }: { mail: Mail; onClose(): void }) {
  const [images, setImages] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={mail.subject ? plain(mail.subject) : mail.html ? m.email_layout_title() : m.email_whole_title()}
    >
      {mail.html && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <p className="min-w-48 flex-1 text-xs text-muted" role="status">
            {images ? m.email_layout_images_on() : m.email_layout_images_why()}
          </p>
          {!images && (
            <Button size="sm" onClick={() => setImages(true)}>
              {m.email_layout_images()}
            </Button>
          )}
        </div>
      )}
      {/* By address, never by srcdoc: a frame of that kind would have the dashboard's own policy instead of the mail's. */}
      <iframe
        title={m.email_layout_frame()}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={pathOf(viewMail, { messageId: mail.messageId }, images ? { images: 1 } : {})}
        className="block w-full rounded-md border border-line"
        // Mails have their own colours, designed for a white background.
        style={{ height: "55dvh", background: "#fff", colorScheme: "light" }}
      />
    </Dialog>
  );
}
