// State of the card that asks for an email address; conversation-footer.tsx draws it.
import type { OwnAddress } from "../../contract.ts";
import type { PanelController } from "../panel/controller.ts";
import { storageEntry } from "../storage.ts";
import { addressPaths } from "./address-paths.ts";
import { makeCodeForm } from "./code-state.ts";

export type AddressCardController = ReturnType<typeof makeAddressCard>;
let current: { readonly of: PanelController; readonly it: AddressCardController } | undefined;
/** The card of a panel. */
export const addressCardOf = (controller: PanelController): AddressCardController =>
  (current = current?.of === controller ? current : { of: controller, it: makeAddressCard(controller) }).it;

/** A visitor who declines is not asked again in this browser. */
function makeAddressCard(controller: PanelController) {
  const { session, key } = controller.engine;
  const declined = storageEntry<true>(`seed-desk:${key}:no-address`);
  /** `thanks`: the address was just verified. */
  let shown: "hidden" | "form" | "thanks" = "hidden";
  let checkedToken: string | undefined;
  let aside: string | undefined;
  const form = makeCodeForm(controller, {
    mail: async (clientId, email) => (await session.request<OwnAddress>(addressPaths.own, { clientId, email })).address,
    async prove(code) {
      await session.request<OwnAddress>(addressPaths.prove, { code });
      shown = "thanks";
    },
  });
  const show = (what: typeof shown) => {
    shown = what;
    controller.store.set({});
  };

  return {
    form,
    shown: () => shown,
    /** Checks once per visitor session whether to ask for an address. */
    checkWhetherToAsk() {
      const token = session.stored()?.token;
      if (!token || checkedToken === token) return;
      checkedToken = token;
      shown = "hidden";
      if (declined.read()) return;
      session.request<OwnAddress>(addressPaths.own).then(
        ({ state, address }) => {
          if (state === "proved" || aside === token) return;
          form.update({ step: state === "waiting" ? "code" : "address", address: address ?? "", error: "" });
          show("form");
        },
        // The card stays hidden; the next page view checks again.
        () => 0,
      );
    },
    /** Something else asks for the address in this session. */
    standAside() {
      const token = session.stored()?.token;
      if (aside === token) return;
      aside = token;
      shown = "hidden";
    },
    dismiss() {
      declined.write(true);
      show("hidden");
    },
    close: () => show("hidden"),
  };
}
