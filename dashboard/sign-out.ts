// Signs out: ends the session, clears the browser storage, and leaves the page.
import { connection, leaveFor, toastProblem, whileSigningOut } from "./api.ts";
import { clearBrowserStorage } from "./browser-storage.ts";

let ended = false;
let lossConfirmed = false;
/** Whether the page is being left by a sign-out whose loss of unsaved text was confirmed: nothing else needs to ask. */
export const hasConfirmedLoss = (): boolean => ended && lossConfirmed;
function end(): void {
  ended = true;
  clearBrowserStorage();
  connection.end?.();
  leaveFor("/login");
}

/** Ends this session; the whole page is replaced, so nothing stays in memory. `confirmed`: whether losing unsaved text was confirmed. */
export async function signOut(confirmed = false): Promise<void> {
  lossConfirmed = confirmed;
  // The live connection may report the end of the session before the response arrives; leaving the page then aborts the request.
  whileSigningOut(end);
  try {
    const response = await fetch("/logout", {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: "{}",
      credentials: "same-origin",
    });
    if (!response.ok && response.status !== 401) throw new Error(`logout answered ${response.status}`);
    end();
  } catch (error) {
    whileSigningOut(undefined);
    if (!ended) toastProblem(error);
  }
}
