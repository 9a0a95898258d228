// State of the card that asks for an email address; conversation-footer.tsx draws it.
import type { OwnAddress } from "../../contract.ts";
import { OFFLINE, refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import type { TextKey } from "../panel/language.ts";
import { uuid } from "../sign-in.ts";
import { storageEntry } from "../storage.ts";
import { addressPaths } from "./address-paths.ts";

/** Another code can be requested after this time. The server has the same limit. */
const RESEND_COOLDOWN_MS = 60_000;

export interface AddressCardState {
  /** `thanks`: the address was just verified. */
  readonly step: "hidden" | "address" | "code" | "thanks";
  readonly address: string;
  readonly error: string;
  readonly busy: boolean;
  /** Time (ms since 1970) from which another code can be requested. */
  readonly resendAvailableAt: number;
}
const HIDDEN: AddressCardState = { step: "hidden", address: "", error: "", busy: false, resendAvailableAt: 0 };

export type AddressCardController = ReturnType<typeof makeAddressCard>;
/** What a refusal means for an address, and for a code. */
const OWN_TEXTS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  [addressPaths.own]: { invalid_request: "mail_invalid", conflict: "mail_refused", not_configured: "mail_refused" },
  [addressPaths.prove]: { invalid_request: "mail_sixDigits", conflict: "mail_wrongCode" },
};

/** The card of one panel. A visitor who declines is not asked again in this browser. */
export function makeAddressCard({ engine, store, explain }: PanelController) {
  const { session, key } = engine;
  const declined = storageEntry<true>(`seed-desk:${key}:no-address`);
  let card = HIDDEN;
  let checkedToken: string | undefined;
  let clientId = uuid();
  let requestedFor = "";
  let focusNextField = false;

  // The card's state is not in the store, so the store is told to draw the panel again.
  const redraw = () => store.set({});

  const update = (part: Partial<AddressCardState>) => {
    card = { ...card, ...part };
    redraw();
  };
  /** One call at a time; a refusal is explained. */
  async function call(path: string, body: object, done: (answer: OwnAddress) => void) {
    if (card.busy) return;
    update({ busy: true, error: "" });
    try {
      const answer = await session.request<OwnAddress>(path, body);
      update({ busy: false });
      done(answer);
    } catch (caught) {
      update({ busy: false, error: explain(refused(caught) ? caught : OFFLINE, OWN_TEXTS[path]) });
    }
  }

  return {
    card: () => card,
    /** Checks once per visitor session whether to ask for an address. */
    checkWhetherToAsk() {
      const token = session.stored()?.token;
      if (!token || checkedToken === token) return;
      checkedToken = token;
      card = HIDDEN;
      if (declined.read()) return;
      session.request<OwnAddress>(addressPaths.own).then(
        ({ state, address }) => {
          if (state !== "proved") update({ step: state === "waiting" ? "code" : "address", address: address ?? "" });
        },
        // The card stays hidden; the next page view checks again.
        () => 0,
      );
    },
    /** The focused element disappears with its step, so the field of the next step gets the focus. */
    requestFocus: () => void (focusNextField = true),
    focusIfRequested(input: HTMLElement) {
      // Deferred: the panel moves the focus to the composer when the focused element disappears.
      if (focusNextField) setTimeout(() => input.focus({ preventScroll: true }));
      focusNextField = false;
    },
    /** Keeps what is typed, without drawing the panel again at each key. */
    setAddress: (address: string) => void (card = { ...card, address }),
    requestCode() {
      const address = card.address.trim();
      if (address !== requestedFor) clientId = uuid();
      requestedFor = address;
      return call(addressPaths.own, { clientId, email: address }, (answer) => {
        clientId = uuid();
        update({ step: "code", address: answer.address ?? address, resendAvailableAt: Date.now() + RESEND_COOLDOWN_MS });
        setTimeout(redraw, RESEND_COOLDOWN_MS);
      });
    },
    verifyCode: (code: string) =>
      call(addressPaths.prove, { code: code.replace(/\D/g, "") }, (answer) =>
        update({ step: "thanks", address: answer.address ?? card.address }),
      ),
    editAddress: () => update({ step: "address", error: "" }),
    dismiss() {
      declined.write(true);
      update({ step: "hidden" });
    },
    close: () => update({ step: "hidden" }),
  };
}
