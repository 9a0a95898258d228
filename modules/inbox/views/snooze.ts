// The times that the snooze menu offers. Pure.
export type SnoozeChoice = "later" | "tomorrow" | "week";

/** "Later" is in three hours; mornings are at nine, and a week begins on Monday. */
export function snoozeUntil(choice: SnoozeChoice, now: Date): Date {
  const at = new Date(now);
  if (choice === "later") {
    at.setHours(at.getHours() + 3, at.getMinutes() < 30 ? 0 : 30, 0, 0);
    return at;
  }
  at.setDate(at.getDate() + (choice === "tomorrow" ? 1 : (8 - at.getDay()) % 7 || 7));
  at.setHours(9, 0, 0, 0);
  return at;
}
