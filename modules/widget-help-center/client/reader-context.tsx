/** @jsxRuntime classic */
/** @jsx h */
// Below a new conversation: what was read and searched before, and the way to leave it out.
import { type Child, h, type PanelController } from "#modules/widget/client";
import { helpOf } from "./help-state.ts";
import { sayIn } from "./texts.ts";

/** Shows what was read and searched before, which is sent with the message. A card of the panel, which brings its style. */
export function ReaderContextCard({ controller }: { controller: PanelController }): Child {
  const help = helpOf(controller);
  const say = sayIn(controller);
  if (!say) return null;
  const { read, searched } = help.carries();
  const list = new Intl.ListFormat(controller.locale(), { type: "unit" });
  const line = (key: "alongRead" | "alongSearched", all: readonly string[]) =>
    all.length > 0 && (
      <p>
        <bdi>{say(key, { what: list.format(all.map((text) => say("quoted", { text }))) })}</bdi>
      </p>
    );
  return (
    <section class="ask" key="along" aria-label={say("along")}>
      <p>
        <b>{say("along")}</b>
      </p>
      {line(
        "alongRead",
        read.map(({ title }) => title),
      )}
      {line("alongSearched", searched)}
      <button type="button" class="link calm" onclick={help.keepBack}>
        {say("alongOmit")}
      </button>
    </section>
  );
}
