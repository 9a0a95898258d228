// State of the card that asks for an email address; conversation-footer.tsx draws it.
import type { OwnAddress } from "../../contract.ts";
import { refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import { uuid } from "../sign-in.ts";
import { slot } from "../storage.ts";
import { addressPaths } from "./address-paths.ts";

/** Milliseconds between two codes, as on the server. */
const AGAIN = 60_000;

export interface Card {
  /** `thanks`: the address was just verified. */
  readonly step: "hidden" | "address" | "code" | "thanks";
  readonly address: string;
  readonly error: string;
  readonly busy: boolean;
  /** Time (ms since 1970) from which another code can be requested. */
  readonly againAt: number;
}
const HIDDEN: Card = { step: "hidden", address: "", error: "", busy: false, againAt: 0 };

export type AddressCard = ReturnType<typeof makeAddressCard>;
/** The card of one panel. A visitor who declines is not asked again in this browser. */
export function makeAddressCard({ engine, store }: PanelController) {
  const { session, key } = engine;
  const unwanted = slot<true>(`seed-desk:${key}:no-address`);
  let card = HIDDEN;
  let asked: string | undefined;
  let clientId = uuid();
  let sentTo = "";
  let moved = false;

  const set = (part: Partial<Card>) => {
    card = { ...card, ...part };
    store.set({});
  };
  /** One call at a time; a refusal is shown with the server's message. */
  async function act(path: string, body: object, done: (answer: OwnAddress) => void) {
    if (card.busy) return;
    set({ busy: true, error: "" });
    try {
      const answer = await session.request<OwnAddress>(path, body);
      set({ busy: false });
      done(answer);
    } catch (caught) {
      set({ busy: false, error: (refused(caught) && caught.error) || "No response. Try again." });
    }
  }

  return {
    card: () => card,
    /** Checks once per session whether to ask for an address. */
    look() {
      const token = session.stored()?.token;
      if (!token || asked === token) return;
      asked = token;
      card = HIDDEN;
      if (unwanted.read()) return;
      session.request<OwnAddress>(addressPaths.own).then(
        ({ state, address }) => {
          if (state !== "proved") set({ step: state === "waiting" ? "code" : "address", address: address ?? "" });
        },
        // Nothing depends on this; the next panel tries again.
        () => 0,
      );
    },
    /** The focused element disappears with the step, so the next step's field gets the focus. */
    moves: () => void (moved = true),
    follow(input: HTMLElement) {
      // Deferred, because the panel would move the focus to the composer.
      if (moved) setTimeout(() => input.focus({ preventScroll: true }));
      moved = false;
    },
    /** Keeps the typed address without redrawing. */
    type: (address: string) => void (card = { ...card, address }),
    send() {
      const address = card.address.trim();
      if (address !== sentTo) clientId = uuid();
      sentTo = address;
      return act(addressPaths.own, { clientId, email: address }, (answer) => {
        clientId = uuid();
        set({ step: "code", address: answer.address ?? address, againAt: Date.now() + AGAIN });
        setTimeout(() => store.set({}), AGAIN);
      });
    },
    prove: (code: string) =>
      act(addressPaths.prove, { code: code.replace(/\D/g, "") }, (answer) =>
        set({ step: "thanks", address: answer.address ?? card.address }),
      ),
    change: () => set({ step: "address", error: "" }),
    dismiss() {
      unwanted.write(true);
      set({ step: "hidden" });
    },
    close: () => set({ step: "hidden" }),
  };
}
