// Signs out.
import { leaveFor, toastProblem, whileSigningOut } from "./api.ts";
import { clearBrowserStorage } from "./browser-storage.ts";

let over = false;
let agreed = false;
/** The page ends by a sign-out, and the person has confirmed losing unsaved text: no further question. */
export const hasConfirmedLoss = (): boolean => over && agreed;
function end(): void {
  over = true;
  clearBrowserStorage();
  leaveFor("/login");
}

/** Ends this session; the whole page is replaced, so nothing stays in memory. `confirmed`: whether losing unsaved text was confirmed. */
export async function signOut(confirmed = false): Promise<void> {
  agreed = confirmed;
  // The live connection may report it before the answer arrives; leaving the page then aborts the request.
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
    if (!over) toastProblem(error);
  }
}
