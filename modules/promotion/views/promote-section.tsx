// Below the comparison of two runs: promotes the later one, after what got worse was seen and confirmed.
import { Link, useNavigate } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { type FormEvent, useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { comparisonAction } from "#modules/evaluation/views";
import { promote, promotionsPath, readPromotions } from "../contract.ts";
import { ShareField, shareOf } from "./share-field.tsx";
import { configurationOf } from "./words.ts";

type Props = PropsOf<typeof comparisonAction>;

export default function PromoteSection(props: Props) {
  const { mayI } = useProject();
  const [open, setOpen] = useState(false);
  const { projectId, before, after } = props;
  // The server decides; this only spares what is refused in any case.
  const differs = before.configHash !== after.configHash && before.setId === after.setId;
  return (
    <Section title={m.promotion_promote()} lead={m.promotion_promote_lead({ configuration: configurationOf(after) })}>
      {!mayI("admin") ? (
        <p className="text-muted">{m.promotion_members()}</p>
      ) : !differs ? (
        <p className="text-muted">{m.promotion_nothing_to_promote()}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={Rocket} onClick={() => setOpen(true)}>
            {m.promotion_promote_open()}
          </Button>
          <Link to={promotionsPath(projectId)} className={buttonLink}>
            {m.promotion_tab()}
          </Link>
        </div>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.promotion_dialog_title()}
        body={m.promotion_dialog_body({ from: configurationOf(before), to: configurationOf(after) })}
        fills
      >
        <PromoteForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function PromoteForm({ projectId, before, after, worse, onClose }: Props & { onClose(): void }) {
  const navigate = useNavigate();
  const [clientId] = useState(() => crypto.randomUUID());
  const [share, setShare] = useState("100");
  const [confirmed, setConfirmed] = useState(false);
  const chosen = shareOf(share);
  const [isAsked, setAsked] = useState(false);
  const isConfirmed = confirmed || worse.length === 0;
  const doIt = useRouteMutation(promote, {
    suppressToast: true,
    invalidates: [readPromotions],
    done: () => void navigate({ to: promotionsPath(projectId) }),
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (chosen === undefined || !isConfirmed || doIt.isPending) return;
    const body = { clientId, runId: after.id, comparedRunId: before.id, worse: worse.length, share: chosen };
    doIt.mutate({ params: { projectId } as never, body });
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <h3 className="font-medium">{m.promotion_worse({ count: worse.length })}</h3>
      {worse.length > 0 && (
        <>
          <ul
            tabIndex={0}
            aria-label={m.promotion_worse({ count: worse.length })}
            className="grid max-h-60 grid-cols-1 gap-1 overflow-y-auto rounded-md border border-line p-3"
          >
            {worse.map(({ place, question }) => (
              <li key={place} dir="auto" className="wrap-anywhere">
                {question.question}
              </li>
            ))}
          </ul>
          <Checkbox label={m.promotion_confirm({ count: worse.length })} checked={confirmed} onChange={setConfirmed} />
        </>
      )}
      <ShareField value={share} onChange={setShare} />
      {chosen === undefined && <p className="text-xs text-muted">{m.promotion_share_range({ least: 1 })}</p>}
      {isAsked && !isConfirmed && (
        <p role="alert" className="text-bad-text">
          {m.promotion_not_confirmed()}
        </p>
      )}
      <DialogFooter problem={refusalOf(doIt.error)} busy={doIt.isPending} label={m.promotion_promote()} onCancel={onClose} />
    </form>
  );
}
