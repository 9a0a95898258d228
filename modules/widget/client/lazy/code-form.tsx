/** @jsxRuntime classic */
/** @jsx h */
// Draws a form that proves an address by a mailed code.
import type { PanelController } from "../panel/controller.ts";
import { type Child, h } from "../panel/dom.ts";
import type { TextKey } from "../panel/language.ts";
import type { CodeForm } from "./code-state.ts";

/** The value of a submitted form's field. */
const valueIn = (event: Event): string => {
  event.preventDefault();
  return (event.currentTarget as HTMLFormElement).querySelector("input")?.value ?? "";
};

/** `lead` is shown while an address is asked for, with a button that declines. `name` tells two forms apart. */
export function CodeFields({
  controller,
  form: it,
  name,
  lead,
  decline,
}: {
  controller: PanelController;
  form: CodeForm;
  name: string;
  lead: Child;
  decline: () => void;
}) {
  const { step, address, error, busy, resendAvailableAt } = it.state();
  const say = (key: TextKey) => controller.text(key, { address });
  const early = Date.now() < resendAvailableAt;
  const problem = error && (
    <p class="wrong" id={`${name}-wrong`} role="alert">
      {error}
    </p>
  );
  const described = error ? { "aria-describedby": `${name}-wrong`, "aria-invalid": "true" } : {};
  return step === "address" ? (
    <form
      key="address"
      noValidate={true}
      onsubmit={(event: Event) => {
        event.preventDefault();
        it.requestFocus();
        void it.requestCode();
      }}
    >
      {lead}
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
        <button type="button" class="link calm" onclick={decline}>
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
          {say(busy ? "mail_sending" : "mail_confirm")}
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
  );
}

export const cardStyle = `.ask{margin-block-start:16px;padding:12px;border-radius:12px;box-shadow:inset 0 0 0 1px var(--line);font-size:13px;line-height:18px;overflow-wrap:anywhere}
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
