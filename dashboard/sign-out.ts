// Leaving.
import { leaveFor, toastProblem } from "./api.ts";
import { closeOwn } from "./own.ts";

/** Ends this session; the whole page goes, so nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  try {
    const response = await fetch("/logout", {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: "{}",
      credentials: "same-origin",
    });
    if (!response.ok && response.status !== 401) throw new Error(`logout answered ${response.status}`);
    closeOwn();
    leaveFor("/login");
  } catch (error) {
    toastProblem(error);
  }
}
