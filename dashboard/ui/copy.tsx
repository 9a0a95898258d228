// Button that copies a text and confirms it.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { Button, IconButton } from "./button.tsx";

interface CopyProps {
  readonly text: string;
  /** Without a label the button shows only an icon. */
  readonly label?: string;
  readonly variant?: "primary" | "secondary" | "ghost";
}

/** Copies the text; shows a tick for two seconds and announces it to screen readers. */
export function CopyButton({ text, label, variant = "secondary" }: CopyProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setDone(true));
  const glyph = done ? Check : Copy;
  return (
    <>
      {label ? (
        <Button size="sm" variant={variant} icon={glyph} onClick={copy}>
          {done ? m.dashboard_copied() : label}
        </Button>
      ) : (
        <IconButton label={done ? m.dashboard_copied() : m.dashboard_copy()} icon={glyph} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {done && m.dashboard_copied()}
      </span>
    </>
  );
}
