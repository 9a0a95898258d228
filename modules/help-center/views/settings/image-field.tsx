// One image of the help center: shown on the background that it is for, uploaded at once, and published with the settings.
import { issueOf, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { upload } from "#modules/files/views";
import { ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { type HelpImage, type ImageUse, uploadHelpImage } from "../../contract.ts";

interface Props {
  readonly projectId: string;
  readonly use: ImageUse;
  readonly label: string;
  readonly hint: string;
  readonly image: HelpImage | null;
  readonly error: string | undefined;
  onChange(image: HelpImage | null): void;
}
const TYPES = "image/png,image/jpeg,image/gif,image/webp,image/avif";
const GROUNDS: Readonly<Record<ImageUse, string>> = {
  logo: "h-16 w-56 bg-white p-3",
  logoDark: "h-16 w-56 bg-black p-3",
  cover: "aspect-[40/21] w-56 bg-subtle",
};

export function ImageField({ projectId, use, label, hint, image, error, onChange }: Props) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => running.current?.abort(), []);
  async function store(file: File): Promise<void> {
    running.current?.abort();
    const over = new AbortController();
    running.current = over;
    setProblem(undefined);
    setShare(0);
    try {
      const query = { name: file.name.slice(0, 200) || "image", clientId: crypto.randomUUID(), use };
      onChange(await upload<HelpImage>(pathOf(uploadHelpImage, { projectId }, query), file, { onProgress: setShare, signal: over.signal }));
    } catch (refused) {
      if (!over.signal.aborted) setProblem(issueOf(refused, "file") ?? refusalOf(refused) ?? m.help_settings_image_failed());
    } finally {
      if (!over.signal.aborted) setShare(undefined);
    }
  }
  const said = problem ?? error;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid grid-cols-1 gap-1.5">
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      {image && (
        <div className={`overflow-hidden rounded-md border border-line ${GROUNDS[use]}`}>
          <img src={image.url} alt="" className={`size-full ${use === "cover" ? "object-cover" : "object-contain"}`} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          size="sm"
          icon={ImagePlus}
          busy={share !== undefined}
          aria-describedby={`${id}-hint`}
          onClick={() => picker.current?.click()}
        >
          {image ? m.help_settings_image_replace() : m.help_settings_image_upload()}
          <span className="sr-only">: {label}</span>
        </Button>
        {image && (
          <Button
            size="sm"
            variant="ghost"
            icon={Trash2}
            onClick={() => {
              onChange(null);
              button.current?.focus();
            }}
          >
            {m.help_settings_image_remove()}
            <span className="sr-only">: {label}</span>
          </Button>
        )}
        {image && (
          <span className="text-xs text-muted tabular-nums">
            {image.width} × {image.height}
          </span>
        )}
      </div>
      {share !== undefined && <progress aria-label={label} value={share} className="h-1 w-56 accent-accent" />}
      <p id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </p>
      <p role="alert" className={said === undefined ? "hidden" : "text-xs text-bad-text"}>
        {said}
      </p>
      <input
        ref={picker}
        type="file"
        accept={TYPES}
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void store(file);
          event.target.value = "";
        }}
      />
    </div>
  );
}
