// Signs out.
import { leaveFor, toastProblem, whileSigningOut } from "./api.ts";
import { clearBrowserStorage } from "./own.ts";

let over = false;
let agreed = false;
/** The page ends by a sign-out, and the person knows which words go with it: nothing asks once more. */
export const hasConfirmedLoss = (): boolean => over && agreed;
function end(): void {
  over = true;
  clearBrowserStorage();
  leaveFor("/login");
}

/** Ends this session; the whole page goes, so nothing of it stays in memory. `asked`: whether words may be lost. */
export async function signOut(confirmed = false): Promise<void> {
  agreed = confirmed;
  // The live connection may hear of it before the answer is here, and the page that leaves then aborts the request.
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
