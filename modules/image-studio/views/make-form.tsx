// Asks for new images, or for changed versions of one: what for, what they show, how many, and what that costs at most.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type ImagePurpose,
  MAX_PROMPT,
  MAX_VARIANTS,
  PURPOSES,
  readImageStudio,
  startImageRun,
  type Studio,
  type StudioImage,
} from "../contract.ts";
import { PURPOSE_WORDS } from "./words.ts";

interface MakeProps {
  readonly projectId: string;
  readonly studio: Studio;
  /** The image to change. */
  readonly parent: StudioImage | undefined;
  onParent(parent: StudioImage | undefined): void;
}
export function MakeForm({ projectId, studio, parent, onParent }: MakeProps) {
  const [purpose, setPurpose] = useState<ImagePurpose>("header");
  const [prompt, setPrompt] = useState("");
  const [wanted, setWanted] = useState(1);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (parent) field.current?.focus();
  }, [parent]);
  const start = useRouteMutation(startImageRun, {
    suppressToast: true,
    invalidates: [readImageStudio],
    done: () => {
      setClientId(crypto.randomUUID());
      setPrompt("");
      onParent(undefined);
    },
  });
  const isReady = prompt.trim() !== "" && prompt.length <= MAX_PROMPT;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || start.isPending) return;
    const body = { clientId, purpose: parent?.purpose ?? purpose, prompt: prompt.trim(), wanted, parentId: parent?.id ?? null };
    start.mutate({ params: { projectId } as never, body });
  }
  const each = (parent ? studio.changedUsd : studio.newUsd) ?? 0;
  const setting = { model: studio.model ?? "", size: studio.size ?? "", quality: studio.quality ?? "" };
  const problem = refusalOf(start.error);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {parent ? (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-subtle p-3">
          <img src={parent.url} alt="" className="size-16 rounded-sm border border-line object-cover" />
          <p className="min-w-0 flex-1 basis-40">{m.image_studio_changing({ version: parent.version })}</p>
          <Button size="sm" onClick={() => onParent(undefined)}>
            {m.image_studio_new_instead()}
          </Button>
        </div>
      ) : (
        <Field label={m.image_studio_purpose()} className="max-w-80">
          <Select
            value={purpose}
            onChange={(value) => setPurpose(value as ImagePurpose)}
            options={PURPOSES.map((value) => ({ value, label: PURPOSE_WORDS[value]() }))}
          />
        </Field>
      )}
      <Field
        label={parent ? m.image_studio_change_prompt() : m.image_studio_prompt()}
        hint={m.image_studio_prompt_hint()}
        error={issueOf(start.error, "prompt")}
      >
        <TextArea ref={field} dir="auto" rows={3} value={prompt} limit={MAX_PROMPT} onChange={(event) => setPrompt(event.target.value)} />
      </Field>
      <Field label={m.image_studio_wanted()} className="max-w-40">
        <Select
          value={String(wanted)}
          onChange={(value) => setWanted(Number(value))}
          options={Array.from({ length: MAX_VARIANTS }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }))}
        />
      </Field>
      {problem !== undefined && issueOf(start.error, "prompt") === undefined && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" icon={Sparkles} busy={start.isPending} disabled={!isReady}>
          {parent ? m.image_studio_start_change() : m.image_studio_start()}
        </Button>
        <p className="text-xs text-muted wrap-anywhere">{m.image_studio_price({ price: formatUsd(each * wanted), ...setting })}</p>
      </div>
    </form>
  );
}
