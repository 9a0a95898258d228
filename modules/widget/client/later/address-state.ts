// State of the card that asks for an email address. It is drawn by address.tsx.
import type { OwnAddress } from "../../contract.ts";
import { refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import { uuid } from "../sign-in.ts";
import { slot } from "../storage.ts";
import { addressPaths } from "./address-paths.ts";

/** Between two codes, as the server holds it. */
const AGAIN = 60_000;

export interface Card {
  /** `thanks`: the address was proved just now. */
  readonly step: "hidden" | "address" | "code" | "thanks";
  readonly address: string;
  readonly error: string;
  readonly busy: boolean;
  /** ms since 1970 from which another code may be asked for. */
  readonly againAt: number;
}
const HIDDEN: Card = { step: "hidden", address: "", error: "", busy: false, againAt: 0 };

export type AddressCard = ReturnType<typeof makeAddressCard>;
/** Holds the card of one panel. A visitor who wants none is not asked again in this browser. */
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
  /** One call at a time; a refusal is shown in the server's words. */
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
    /** Looks once for each session whether there is something to ask. */
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
        // Nobody waits for this; the next panel asks again.
        () => 0,
      );
    },
    /** The keyboard is in what the next step takes away: the field of that step gets it. */
    moves: () => void (moved = true),
    follow(input: HTMLElement) {
      // After the panel, which would put the keyboard where messages are written.
      if (moved) setTimeout(() => input.focus({ preventScroll: true }));
      moved = false;
    },
    /** Keeps what is typed; nothing is drawn for it. */
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
