// Dialog to choose a date and time to snooze until, or to send at, in plain words or by its fields.
import { locale } from "#dashboard/locale.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { getLocale } from "#messages/runtime";
import { type FormEvent, useEffect, useState } from "react";
import { clockText, localInput } from "#dashboard/ui/dates.ts";
import { loadTimeWords, plainDate } from "../plain-date.ts";
import { snoozeUntil } from "../snooze.ts";

/** A reply can be scheduled a year ahead (`holdReply`); a minute less, because it is on its way for a moment. */
const latestToSend = (): number => Date.now() + 365 * 86_400_000 - 60_000;

/** Whether people write the day before the month, as in 24/11. */
const isDayFirst = (): boolean =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric" }).formatToParts().find(({ type }) => type !== "literal")?.type ===
  "day";

interface Props {
  /** Chooses when to send, rather than until when to snooze. */
  readonly sends?: boolean;
  onClose(): void;
  onPick(until: Date): void;
}
export default function SnoozeDialog({ sends = false, onClose, onPick }: Props) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(() => localInput(snoozeUntil("tomorrow", new Date())));
  const [earliest] = useState(() => localInput(new Date()));
  const [problem, setProblem] = useState<{ readonly words?: string; readonly at?: string }>({});
  /** What the words mean. */
  const [meant, setMeant] = useState<Date>();
  const [own, setOwn] = useState<Awaited<ReturnType<typeof loadTimeWords>>>();
  useEffect(() => void loadTimeWords(getLocale())?.then(setOwn, () => undefined), []);

  function type(text: string): void {
    setWords(text);
    setProblem({});
    const until = plainDate(text, new Date(), { dayFirst: isDayFirst(), own });
    setMeant(until);
    if (until) setAt(localInput(until));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    // They may have been typed before the words of the language were there.
    const said = meant ?? (words.trim() === "" ? undefined : plainDate(words, new Date(), { dayFirst: isDayFirst(), own }));
    if (words.trim() !== "" && !said) return setProblem({ words: m.conversations_snooze_words_unknown() });
    const until = said ?? new Date(at);
    if (Number.isNaN(until.getTime()) || until <= new Date()) return setProblem({ [said ? "words" : "at"]: m.conversations_snooze_past() });
    if (sends && until.getTime() > latestToSend()) return setProblem({ [said ? "words" : "at"]: m.conversations_schedule_far() });
    onClose();
    onPick(until);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={sends ? m.conversations_schedule_title() : m.conversations_snooze_title()}
      body={sends ? m.conversations_schedule_body() : m.conversations_snooze_body()}
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <Field
          label={m.conversations_snooze_words()}
          error={problem.words ?? ""}
          hint={meant ? clockText(meant) : m.conversations_snooze_words_hint()}
        >
          <TextInput value={words} autoFocus autoComplete="off" maxLength={100} onChange={(event) => type(event.target.value)} />
        </Field>
        <Field label={m.conversations_snooze_until()} error={problem.at ?? ""}>
          <TextInput
            type="datetime-local"
            value={at}
            min={earliest}
            onChange={(event) => {
              setAt(event.target.value);
              setWords("");
              setMeant(undefined);
              setProblem({});
            }}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.conversations_cancel()}</Button>
          <Button type="submit" variant="primary">
            {sends ? m.conversations_schedule_submit() : m.conversations_snooze()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
