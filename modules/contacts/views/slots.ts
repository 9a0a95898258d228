// Slots of the list of contacts for other modules.
import { defineSlot } from "#dashboard/screen.ts";

/** Beside a page that the contact was on. */
export const visitedPage = defineSlot<{ readonly projectId: string; readonly url: string }>("visitedPage");

/** Above the list of contacts: what can be done with all of them. */
export const contactListAction = defineSlot<{ readonly projectId: string }>("contactListAction");

/** In the filters of the list: the company whose contacts are listed, none at first. A control with a label. */
export const contactCompany = defineSlot<{
  readonly projectId: string;
  readonly companyId: string | undefined;
  onCompany(companyId: string): void;
}>("contactCompany");

/** A field of the project's own that the list can show as a column and filter by. */
export interface ContactField {
  /** The key in `attributes` of a contact. */
  readonly key: string;
  readonly label: string;
  readonly type: "text" | "number" | "date" | "choice" | "link";
  /** The values of a `choice`. */
  readonly choices: readonly string[];
  /** A value as people read it. */
  text(value: string): string;
}
/** Fields of contacts. A registration draws nothing: it calls `declare` with all of its fields in an effect, whenever they change. */
export const contactField = defineSlot<{ readonly projectId: string; declare(fields: readonly ContactField[]): void }>("contactField");
