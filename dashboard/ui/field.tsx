// Form controls on native elements. Label, hint and error are connected by id.
import { clsx } from "clsx";
import { type ComponentProps, createContext, type ReactNode, use, useId, useMemo } from "react";
import { m } from "#messages";

interface FieldAria {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
const FieldAriaContext = createContext<FieldAria | undefined>(undefined);

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One labelled control with an optional hint; the error appears below it and is announced. */
export function Field({ label, hint, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null && error !== "";
  const aria = useMemo(
    () => ({
      id,
      describedBy: [hasHint && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(" ") || undefined,
      invalid: hasError,
    }),
    [id, hasHint, hasError],
  );
  return (
    <FieldAriaContext value={aria}>
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
    </FieldAriaContext>
  );
}

function useFieldAria() {
  const aria = use(FieldAriaContext);
  return aria ? { id: aria.id, "aria-describedby": aria.describedBy, "aria-invalid": aria.invalid || undefined } : {};
}

interface Limited {
  /** Maximum number of characters. Shown as it gets close; nothing is cut off, because the server refuses longer text. */
  readonly limit?: number;
}

/** One line of text. */
export const TextInput = ({ className, limit, ...rest }: ComponentProps<"input"> & Limited) => (
  <>
    <input type="text" {...useFieldAria()} {...rest} className={clsx("field h-9 text-sm pointer-coarse:h-11", className)} />
    {limit !== undefined && <CharactersLeft limit={limit} text={rest.value} />}
  </>
);

/** Several lines; grows with its text up to `max-h-60`. */
export const TextArea = ({ className, limit, ...rest }: ComponentProps<"textarea"> & Limited) => (
  <>
    <textarea
      rows={3}
      {...useFieldAria()}
      {...rest}
      className={clsx("field field-sizing-content max-h-60 min-h-16 resize-y py-2 text-sm", className)}
    />
    {limit !== undefined && <CharactersLeft limit={limit} text={rest.value} />}
  </>
);

function CharactersLeft({ limit, text }: { limit: number; text: ComponentProps<"input">["value"] }) {
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
  onChange?(value: string): void;
}

/** The native select: it works on phones and with every assistive technology. */
export const Select = ({ options, onChange, className, ...rest }: SelectProps) => (
  <select
    {...useFieldAria()}
    {...rest}
    onChange={(event) => onChange?.(event.target.value)}
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
  onChange?(checked: boolean): void;
}

/** A checkbox with label and hint. */
export function Checkbox({ label, hint, onChange, className, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={clsx("flex gap-2.5", className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        onChange={(event) => onChange?.(event.target.checked)}
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

/** The switch alone, for a row that says elsewhere what it switches: it needs an `aria-label`. */
export const SwitchInput = ({ className, ...rest }: ComponentProps<"input">) => (
  <input
    type="checkbox"
    role="switch"
    {...rest}
    className={clsx(
      "relative h-5 w-9 shrink-0 appearance-none rounded-full bg-control transition-colors duration-[120ms] before:absolute before:start-0.5 before:top-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-[120ms] checked:bg-accent checked:before:translate-x-4 disabled:opacity-60 rtl:checked:before:-translate-x-4 forced-colors:appearance-auto",
      className,
    )}
  />
);

/** A switch that takes effect at once, without saving a form. */
export function Switch({ label, hint, onChange, className, ...rest }: CheckProps) {
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
      <SwitchInput
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        onChange={(event) => onChange?.(event.target.checked)}
      />
    </div>
  );
}
