// A button that has a file of contacts chosen.
import { Button } from "#dashboard/ui/button.tsx";
import { FileUp } from "lucide-react";
import { type ComponentProps, useRef } from "react";

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "busy" | "disabled"> {
  readonly label: string;
  onChoose(file: File): void;
}
export function FileButton({ label, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button icon={FileUp} {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file again, once it was corrected, is a change too.
          event.target.value = "";
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}
