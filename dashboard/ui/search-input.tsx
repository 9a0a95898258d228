// Search field that filters the list below it.
import { Search } from "lucide-react";
import { TextInput } from "./field.tsx";

/** No list takes a longer search; what is pasted is cut there. */
const MOST = 100;

/** `label` is also the placeholder. */
export const SearchInput = ({ label, value, onType }: { label: string; value: string; onType(value: string): void }) => (
  <div className="relative min-w-48 flex-1 sm:max-w-90">
    <Search className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" aria-hidden />
    <TextInput
      type="search"
      value={value}
      maxLength={MOST}
      onChange={(event) => onType(event.target.value)}
      aria-label={label}
      placeholder={label}
      className="w-full ps-8 text-ellipsis"
    />
  </div>
);
