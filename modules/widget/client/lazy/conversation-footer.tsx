/** @jsxRuntime classic */
/** @jsx h */
// Below a conversation: the card that asks for an address, and what is sent along with a new one. Neither blocks the conversation.
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import type { TextKey } from "../panel/language.ts";
import { type PanelState, NEW } from "../panel/state.ts";
import { addressCardOf } from "./address-state.ts";
import { CodeFields } from "./code-form.tsx";
import { lazyHelp } from "./help-part.ts";

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

export function ConversationFooter({ controller, state }: { controller: PanelController; state: PanelState }) {
  if (state.view === NEW) return lazyHelp(state.help, controller)?.BelowNewConversation({ controller });
  const thread = controller.store.thread(state.view);
  const wrote = thread.events.some((event) => event.kind === "message" && event.message.authorRole === "visitor");
  if (controller.engine.config.mail && wrote) addressCardOf(controller).checkWhetherToAsk();
  return wrote && controller.engine.config.mail && <AddressCard controller={controller} />;
}

export { cardStyle as style } from "./code-form.tsx";
