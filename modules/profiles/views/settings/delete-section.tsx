// Deletes all profiles: asks for a typed word, then shows how far it is.
import { useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { COUNT_LIMIT, deleteProfiles, type ProfileSettings, readProfile } from "../../contract.ts";

const digits = new Intl.NumberFormat(locale);
/** Counts end at a limit. */
const numberOf = (count: number): string =>
  count > COUNT_LIMIT ? m.profiles_more_than({ count: digits.format(COUNT_LIMIT) }) : digits.format(count);

interface DeleteProps {
  readonly projectId: string;
  readonly settings: ProfileSettings;
  /** Profiles were just switched off: the dialog opens by itself. */
  readonly offers: boolean;
  onOffered(): void;
  onChanged(settings: ProfileSettings): void;
}

export function DeleteSection({ projectId, settings: { on, profiles, deletion }, offers, onOffered, onChanged }: DeleteProps) {
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
    onOffered();
  };
  const start = useRouteMutation(deleteProfiles, {
    suppressToast: true,
    invalidates: [readProfile],
    done: (answer) => {
      onChanged(answer);
      close();
    },
  });
  const running = deletion?.state === "running";
  return (
    <Section title={m.profiles_delete_title()} lead={on ? m.profiles_delete_first() : m.profiles_delete_lead()} tone="danger">
      {running ? (
        <Progress deletion={deletion} />
      ) : (
        <>
          <p>{profiles === 0 ? m.profiles_kept_none() : m.profiles_kept({ count: profiles, number: numberOf(profiles) })}</p>
          {deletion?.finishedAt && (
            <p role="status" className="text-muted">
              {m.profiles_deleted({
                count: deletion.profiles,
                number: digits.format(deletion.profiles),
                at: formatTime(deletion.finishedAt),
              })}
            </p>
          )}
          <Button variant="danger" className="justify-self-start" disabled={on || profiles === 0} onClick={() => setAsking(true)}>
            {m.profiles_delete()}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={(asking || offers) && !running && !on}
        onClose={close}
        onConfirm={() => start.mutate({ params: { projectId }, body: {} })}
        title={offers ? m.profiles_delete_ask_off() : m.profiles_delete_ask()}
        body={
          <>
            {m.profiles_kept({ count: profiles, number: numberOf(profiles) })} {m.profiles_delete_lead()}
          </>
        }
        action={m.profiles_delete_confirm()}
        cancel={m.profiles_delete_keep()}
        typed={m.profiles_delete_word()}
        busy={start.isPending}
        error={refusalOf(start.error)}
      />
    </Section>
  );
}

function Progress({ deletion: { profiles, of } }: { deletion: NonNullable<ProfileSettings["deletion"]> }) {
  // Above the limit nobody knows how many there are.
  const known = of <= COUNT_LIMIT;
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={m.profiles_deleting()}
        {...(known ? { "aria-valuenow": profiles, "aria-valuemax": Math.max(of, profiles) } : {})}
        className="h-1.5 overflow-hidden rounded-full bg-active forced-colors:border"
      >
        <div
          className={`h-full bg-accent ${known ? "" : "w-1/3 animate-pulse"}`}
          style={known ? { width: `${(100 * profiles) / Math.max(1, of)}%` } : {}}
        />
      </div>
      <p role="status" className="text-muted tabular-nums">
        {known
          ? m.profiles_deleting_so_far({ done: digits.format(profiles), of: digits.format(of) })
          : m.profiles_deleting_many({ done: digits.format(profiles), of: digits.format(COUNT_LIMIT) })}
      </p>
    </div>
  );
}
