/** @jsxRuntime classic */
/** @jsx h */
// Below a conversation: the card that asks for an address, and what is sent along with a new one. Neither blocks the conversation.
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import type { TextKey } from "../panel/language.ts";
import { type PanelState, NEW } from "../panel/state.ts";
import { addressCardOf } from "./address-state.ts";
import { CodeFields } from "./code-form.tsx";
import { helpOf } from "./help-state.ts";

function AddressCard({ controller }: { controller: PanelController }) {
  const it = addressCardOf(controller);
  const say = (key: TextKey) => controller.text(key, { address: it.form.state().address });
  if (it.shown() === "hidden") return null;
  return (
    <section class="ask" key="ask" aria-label={say("mail_title")}>
      {it.shown() === "thanks" ? (
        <p role="status">
          <bdi>{say("mail_thanks")}</bdi>{" "}
          <button type="button" class="link" onclick={it.close}>
            {say("mail_close")}
          </button>
        </p>
      ) : (
        CodeFields({
          controller,
          form: it.form,
          name: "ask",
          decline: it.dismiss,
          lead: (
            <p>
              <b>{say("mail_title")}</b> {say("mail_lead")}
            </p>
          ),
        })
      )}
    </section>
  );
}

/** Shows what was read and searched before, which is sent with the message. */
function PassedOnHelp({ controller }: { controller: PanelController }) {
  const help = helpOf(controller);
  const { read, searched } = help.carries();
  const list = new Intl.ListFormat(controller.locale(), { type: "unit" });
  const line = (key: "alongRead" | "alongSearched", all: readonly string[]) =>
    all.length > 0 && (
      <p>
        <bdi>{controller.text(key, { what: list.format(all.map((text) => controller.text("quoted", { text }))) })}</bdi>
      </p>
    );
  return (
    <section class="ask" key="along" aria-label={controller.text("along")}>
      <p>
        <b>{controller.text("along")}</b>
      </p>
      {line(
        "alongRead",
        read.map(({ title }) => title),
      )}
      {line("alongSearched", searched)}
      <button type="button" class="link calm" onclick={help.keepBack}>
        {controller.text("alongOmit")}
      </button>
    </section>
  );
}

export function ConversationFooter({ controller, state }: { controller: PanelController; state: PanelState }) {
  if (state.view === NEW) return <PassedOnHelp controller={controller} />;
  const thread = controller.store.thread(state.view);
  const wrote = thread.events.some((event) => event.kind === "message" && event.message.authorRole === "visitor");
  if (controller.engine.config.mail && wrote) addressCardOf(controller).checkWhetherToAsk();
  return wrote && controller.engine.config.mail && <AddressCard controller={controller} />;
}

export { cardStyle as style } from "./code-form.tsx";
