// State of a form that proves an address by a mailed code; code-form.tsx draws it.
import { OFFLINE, refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import type { TextKey } from "../panel/language.ts";
import { uuid } from "../ids.ts";

/** Another code can be requested after this time. The server has the same limit. */
const RESEND_COOLDOWN_MS = 60_000;

export interface CodeFormState {
  readonly step: "address" | "code";
  readonly address: string;
  readonly error: string;
  readonly busy: boolean;
  /** Time (ms since 1970) from which another code can be requested. */
  readonly resendAvailableAt: number;
}
export interface CodeRoutes {
  /** Mails a code; answers the address to which it goes. */
  readonly mail: (clientId: string, address: string) => Promise<string | null>;
  readonly prove: (code: string) => Promise<void>;
}
export type CodeForm = ReturnType<typeof makeCodeForm>;
/** What a refusal means for an address, and for a code. */
const OF_ADDRESS = { invalid_request: "mail_invalid", conflict: "mail_refused", not_configured: "mail_refused" } as const;
const OF_CODE = { invalid_request: "mail_sixDigits", conflict: "mail_wrongCode" } as const;

export function makeCodeForm({ store, explain }: PanelController, { mail, prove }: CodeRoutes) {
  let form: CodeFormState = { step: "address", address: "", error: "", busy: false, resendAvailableAt: 0 };
  let clientId = uuid();
  let requestedFor = "";
  let focusNextField = false;

  // The form's state is not in the store, so the store is told to draw the panel again.
  const redraw = () => store.set({});
  const update = (part: Partial<CodeFormState>) => {
    form = { ...form, ...part };
    redraw();
  };
  /** One call at a time; a refusal is explained. */
  async function attempt(task: () => Promise<Partial<CodeFormState>>, texts: Readonly<Record<string, TextKey>>) {
    if (form.busy) return;
    update({ busy: true, error: "" });
    try {
      update({ ...(await task()), busy: false });
    } catch (caught) {
      update({ busy: false, error: explain(refused(caught) ? caught : OFFLINE, texts) });
    }
  }

  return {
    state: () => form,
    update,
    /** The focused element disappears with its step, so the field of the next step gets the focus. */
    requestFocus: () => void (focusNextField = true),
    focusIfRequested(input: HTMLElement) {
      // Deferred: the panel moves the focus to the composer when the focused element disappears.
      if (focusNextField) setTimeout(() => input.focus({ preventScroll: true }));
      focusNextField = false;
    },
    /** Keeps what is typed, without drawing the panel again at each key. */
    setAddress: (address: string) => void (form = { ...form, address }),
    requestCode() {
      const address = form.address.trim();
      if (address !== requestedFor) clientId = uuid();
      requestedFor = address;
      return attempt(async () => {
        const to = await mail(clientId, address);
        clientId = uuid();
        setTimeout(redraw, RESEND_COOLDOWN_MS);
        return { step: "code", address: to ?? address, resendAvailableAt: Date.now() + RESEND_COOLDOWN_MS };
      }, OF_ADDRESS);
    },
    verifyCode: (code: string) =>
      attempt(async () => {
        await prove(code.replace(/\D/g, ""));
        return {};
      }, OF_CODE),
    editAddress: () => update({ step: "address", error: "" }),
  };
}
