import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Contact } from "../contract.ts";

/** Chip for contacts that are blocked, being erased or erased. */
export function StateChip({ state }: { state: Contact["state"] }) {
  if (state === "active") return null;
  return (
    <Chip tone={state === "erasing" ? "warn" : "neutral"}>
      {state === "hidden" ? m.contacts_hidden() : state === "erasing" ? m.contacts_erasing() : m.contacts_erased()}
    </Chip>
  );
}
