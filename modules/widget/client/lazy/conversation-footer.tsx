/** @jsxRuntime classic */
/** @jsx h */
// Below a conversation: the card that asks for an address, and what is sent along with a new one. Neither blocks the conversation.
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import type { TextKey } from "../panel/language.ts";
import { type PanelState, NEW } from "../panel/state.ts";
import { type AddressCardController, makeAddressCard } from "./address-state.ts";
import { helpOf } from "./help-state.ts";

let current: { readonly of: PanelController; readonly it: AddressCardController } | undefined;
const addressCard = (controller: PanelController): AddressCardController =>
  (current = current?.of === controller ? current : { of: controller, it: makeAddressCard(controller) }).it;

/** The value of a submitted form's field. */
const valueIn = (event: Event): string => {
  event.preventDefault();
  return (event.currentTarget as HTMLFormElement).querySelector("input")?.value ?? "";
};
function AddressCard({ controller }: { controller: PanelController }) {
  const it = addressCard(controller);
  const { step, address, error, busy, resendAvailableAt } = it.card();
  const say = (key: TextKey) => controller.text(key, { address });
  if (step === "hidden") return null;
  const early = Date.now() < resendAvailableAt;
  const problem = error && (
    <p class="wrong" id="ask-wrong" role="alert">
      {error}
    </p>
  );
  const described = error ? { "aria-describedby": "ask-wrong", "aria-invalid": "true" } : {};
  return (
    <section class="ask" key="ask" aria-label={say("mail_title")}>
      {step === "thanks" ? (
        <p role="status">
          <bdi>{say("mail_thanks")}</bdi>{" "}
          <button type="button" class="link" onclick={it.close}>
            {say("mail_close")}
          </button>
        </p>
      ) : step === "address" ? (
        <form
          key="address"
          noValidate={true}
          onsubmit={(event: Event) => {
            event.preventDefault();
            it.requestFocus();
            void it.requestCode();
          }}
        >
          <p>
            <b>{say("mail_title")}</b> {say("mail_lead")}
          </p>
          <label>
            {say("mail_address")}
            <input
              type="email"
              dir="ltr"
              autocomplete="email"
              value={address}
              oninput={(event: Event) => it.setAddress((event.currentTarget as HTMLInputElement).value)}
              born={it.focusIfRequested}
              {...described}
            />
          </label>
          {problem}
          <span class="acts">
            <button type="submit" class="go" aria-disabled={String(busy)}>
              {say(busy ? "mail_sending" : "mail_sendCode")}
            </button>
            <button type="button" class="link calm" onclick={it.dismiss}>
              {say("mail_no")}
            </button>
          </span>
        </form>
      ) : (
        <form key="code" onsubmit={(event: Event) => void it.verifyCode(valueIn(event))}>
          <p role="status">
            <bdi>{say("mail_sent")}</bdi>
          </p>
          <label>
            {say("mail_code")}
            <input
              type="text"
              dir="ltr"
              inputMode="numeric"
              autocomplete="one-time-code"
              maxLength={7}
              born={it.focusIfRequested}
              {...described}
            />
          </label>
          {problem}
          <span class="acts">
            <button type="submit" class="go" aria-disabled={String(busy)}>
              {say("mail_confirm")}
            </button>
            <button type="button" class="link" aria-disabled={String(early)} onclick={() => early || void it.requestCode()}>
              {say(early ? "mail_soon" : "mail_again")}
            </button>
            <button
              type="button"
              class="link calm"
              onclick={() => {
                it.requestFocus();
                it.editAddress();
              }}
            >
              {say("mail_change")}
            </button>
          </span>
        </form>
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
  if (controller.engine.config.mail && wrote) addressCard(controller).checkWhetherToAsk();
  return wrote && controller.engine.config.mail && <AddressCard controller={controller} />;
}

export const style = `.ask{margin-block-start:16px;padding:12px;border-radius:12px;box-shadow:inset 0 0 0 1px var(--line);font-size:13px;line-height:18px;overflow-wrap:anywhere}
.ask form{display:grid;gap:8px}
.ask p{color:var(--mut)}
.ask b{display:block;color:var(--fg);font-weight:600}
.ask label{display:grid;gap:4px;color:var(--mut)}
.ask input{font:inherit;font-size:16px;line-height:22px;min-width:0;width:100%;height:36px;padding:0 10px;border:0;border-radius:8px;color:var(--fg);background:var(--bg);box-shadow:inset 0 0 0 1px var(--ctl)}
.ask input:focus-visible{outline:0;box-shadow:inset 0 0 0 2px var(--link)}
.ask input[aria-invalid=true]{box-shadow:inset 0 0 0 1px var(--bad)}
.ask .wrong{color:var(--bad)}
.ask .acts{align-items:center;flex-wrap:wrap}
.go{min-height:32px;padding:4px 12px;border-radius:8px;background:var(--accent);color:var(--on);font-weight:600}
@media(pointer:coarse){.go,.ask input{min-height:44px}}
@media(forced-colors:active){.ask,.ask input,.go{border:1px solid}.ask input:focus-visible{outline:2px solid Highlight}}`;
