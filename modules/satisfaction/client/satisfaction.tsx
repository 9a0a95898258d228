/** @jsxRuntime classic */
/** @jsx h */
// Below a closed conversation: one question with five answers, and a comment. Takes no focus; the answer can be changed for a day.
import { cardStyle, h, type PanelController, type WidgetPart } from "#modules/widget/client";
import type { OwnQuestion } from "../contract.ts";
import { change, choose, questionIn, send, write } from "./question-state.ts";
import { sayIn, type SayRating } from "./texts.ts";

const SCORES = [1, 2, 3, 4, 5] as const;
const MAX_COMMENT = 1000;
/** The mouths of the faces, worst to best. */
const MOUTHS = ["M8 17q4-5 8 0", "M8.5 16.5q3.5-2.5 7 0", "M8.5 15.5h7", "M8.5 14.5q3.5 2.5 7 0", "M7.5 14q4.5 5 9 0"];

const wordOf = (say: SayRating, score: (typeof SCORES)[number]): string => say(`score${score}`);
function Face({ score }: { score: (typeof SCORES)[number] }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={`M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M9 9.5v.5M15 9.5v.5${MOUTHS[score - 1] ?? ""}`} />
    </svg>
  );
}

interface Drawn {
  readonly controller: PanelController;
  readonly say: SayRating;
  readonly question: OwnQuestion;
}
function Form({
  controller,
  say,
  question,
  score,
  comment,
  error,
  busy,
}: Drawn & Pick<OwnQuestion, "score" | "comment"> & { error: string; busy: boolean }) {
  return (
    <form
      key="form"
      noValidate={true}
      onsubmit={(event: Event) => {
        event.preventDefault();
        void send(controller, say("choose"), say("closed"));
      }}
    >
      <fieldset class="rates" aria-describedby={error ? "rate-wrong" : undefined}>
        <legend dir="auto">{question.question ?? say("question")}</legend>
        {SCORES.map((one) => (
          <label class="rates-one" key={one}>
            <input
              type="radio"
              name="score"
              value={String(one)}
              checked={score === one}
              aria-label={`${one} – ${wordOf(say, one)}`}
              onchange={() => choose(controller, one)}
            />
            <span aria-hidden="true">{question.scale === "faces" ? <Face score={one} /> : one}</span>
          </label>
        ))}
      </fieldset>
      <p class="rates-ends" aria-hidden="true">
        {score === null ? (
          [<bdi key="worst">{wordOf(say, 1)}</bdi>, <bdi key="best">{wordOf(say, 5)}</bdi>]
        ) : (
          <bdi key="chosen">{wordOf(say, score)}</bdi>
        )}
      </p>
      {score !== null && (
        <label key="comment">
          {say("comment")}
          <textarea
            class="rates-text"
            rows={2}
            maxLength={MAX_COMMENT}
            dir="auto"
            value={comment}
            oninput={(event: Event) => write((event.currentTarget as HTMLTextAreaElement).value)}
          />
        </label>
      )}
      {error && (
        <p class="wrong" id="rate-wrong" role="alert">
          {error}
        </p>
      )}
      <span class="acts">
        <button type="submit" class="go" aria-disabled={String(busy)}>
          {say(busy ? "sending" : "send")}
        </button>
      </span>
    </form>
  );
}

export const part: WidgetPart = {
  BelowConversation({ controller, state }) {
    const shown = questionIn(controller, state);
    const say = shown && sayIn(controller);
    if (!shown || !say) return null;
    const { question, answering, phase, error } = shown;
    const { score, comment } = answering;
    return (
      <section class="ask" key="rating" aria-label={say("question")}>
        {phase === "done" || phase === "waiting" ? (
          <div key="done">
            <p role="status">
              <b>{say(phase === "done" ? "thanks" : "kept")}</b>
              {score !== null && <bdi>{say("yours", { answer: wordOf(say, score) })}</bdi>}
            </p>
            <span class="acts">
              {phase === "waiting" && (
                <button type="button" class="link" key="again" onclick={() => void send(controller, "", say("closed"))}>
                  {say("again")}
                </button>
              )}
              <button type="button" class="link calm" key="change" onclick={() => change(controller)}>
                {say("change")}
              </button>
            </span>
          </div>
        ) : (
          <Form {...{ controller, say, question, score, comment, error }} busy={phase === "sending"} />
        )}
      </section>
    );
  },
  style: `${cardStyle}
.rates{display:flex;gap:6px;border:0;padding:0;margin:0;min-width:0}
.rates legend{padding:0;margin-block-end:8px;color:var(--fg);font-weight:600;overflow-wrap:anywhere}
.ask .rates-one{position:relative;flex:1;display:block;min-width:0}
.ask .rates-one input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.rates-one span{display:grid;place-items:center;min-height:44px;border-radius:10px;color:var(--mut);font-size:16px;font-weight:600;box-shadow:inset 0 0 0 1px var(--ctl)}
.rates-one svg{width:28px;height:28px}
.rates-one input:hover+span{background:var(--hov)}
.rates-one input:checked+span{color:var(--link);background:var(--hov);box-shadow:inset 0 0 0 2px var(--link)}
.rates-one input:focus-visible+span{outline:2px solid var(--link);outline-offset:2px}
.rates-ends{display:flex;justify-content:space-between;gap:12px;font-size:12px;line-height:16px}
.rates-ends bdi:last-child{text-align:end}
.rates-ends bdi:only-child{text-align:start}
.ask .rates-text{width:100%;padding:7px 10px;border-radius:8px;color:var(--fg);background:var(--bg);box-shadow:inset 0 0 0 1px var(--ctl)}
.ask .rates-text:focus-visible{box-shadow:inset 0 0 0 2px var(--link)}
@media(forced-colors:active){.rates-one span,.ask .rates-text{border:1px solid}.rates-one input:checked+span{border:3px solid Highlight}}`,
};
