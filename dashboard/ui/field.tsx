// Form controls on native elements: label, hint and error are wired by id.
import { clsx } from "clsx";
import { type ComponentProps, createContext, type ReactNode, use, useId, useMemo } from "react";
import { m } from "#messages";

interface Wiring {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
const FieldWiring = createContext<Wiring | undefined>(undefined);

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One labelled control. The error takes the hint's place visually below it and is announced. */
export function Field({ label, hint, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null && error !== "";
  const wiring = useMemo(
    () => ({
      id,
      describedBy: [hasHint && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(" ") || undefined,
      invalid: hasError,
    }),
    [id, hasHint, hasError],
  );
  return (
    <FieldWiring value={wiring}>
      <div className={clsx("grid grid-cols-1 gap-1.5 content-start", className)}>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
          {label}
        </label>
        {children}
        {hasHint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
        <p id={`${id}-error`} role="alert" className={hasError ? "text-xs text-bad-text" : "hidden"}>
          {error}
        </p>
      </div>
    </FieldWiring>
  );
}

function useWiring() {
  const wiring = use(FieldWiring);
  return wiring ? { id: wiring.id, "aria-describedby": wiring.describedBy, "aria-invalid": wiring.invalid || undefined } : {};
}

interface Limited {
  /** How many characters are accepted. It is said before it is reached, and nothing is cut: the server refuses what is longer. */
  readonly limit?: number;
}

/** One line of text. */
export const TextInput = ({ className, limit, ...rest }: ComponentProps<"input"> & Limited) => (
  <>
    <input type="text" {...useWiring()} {...rest} className={clsx("field h-9 text-sm pointer-coarse:h-11", className)} />
    {limit !== undefined && <Room limit={limit} text={rest.value} />}
  </>
);

/** Several lines; grows with its text up to `max-h-60`. */
export const TextArea = ({ className, limit, ...rest }: ComponentProps<"textarea"> & Limited) => (
  <>
    <textarea
      rows={3}
      {...useWiring()}
      {...rest}
      className={clsx("field field-sizing-content max-h-60 min-h-16 resize-y py-2 text-sm", className)}
    />
    {limit !== undefined && <Room limit={limit} text={rest.value} />}
  </>
);

function Room({ limit, text }: { limit: number; text: ComponentProps<"input">["value"] }) {
  const left = limit - String(text ?? "").length;
  if (left > limit / 10) return null;
  return (
    <p role="status" className={clsx("text-xs", left < 0 ? "text-bad-text" : "text-muted")}>
      {left < 0 ? m.dashboard_too_long({ count: -left }) : m.dashboard_characters_left({ count: left })}
    </p>
  );
}

interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  onPick?(value: string): void;
}

/** The platform's own choice list: right on phones and for every assistive technology. */
export const Select = ({ options, onPick, className, ...rest }: SelectProps) => (
  <select
    {...useWiring()}
    {...rest}
    onChange={(event) => onPick?.(event.target.value)}
    className={clsx("field h-9 pe-2 text-sm pointer-coarse:h-11", className)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value} disabled={option.disabled}>
        {option.label}
      </option>
    ))}
  </select>
);

interface CheckProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  onSet?(checked: boolean): void;
}

/** A checkbox with its words. */
export function Checkbox({ label, hint, onSet, className, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={clsx("flex gap-2.5", className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        onChange={(event) => onSet?.(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-6"
      />
      <span className="grid">
        <label htmlFor={id} className="pointer-coarse:leading-6">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

/** On or off, at once. */
export function Switch({ label, hint, onSet, className, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={clsx("flex items-start justify-between gap-4", className)}>
      <span className="grid">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        onChange={(event) => onSet?.(event.target.checked)}
        className="relative h-5 w-9 shrink-0 appearance-none rounded-full bg-control transition-colors duration-[120ms] before:absolute before:start-0.5 before:top-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-[120ms] checked:bg-accent checked:before:translate-x-4 disabled:opacity-60 rtl:checked:before:-translate-x-4 forced-colors:appearance-auto"
      />
    </div>
  );
}
