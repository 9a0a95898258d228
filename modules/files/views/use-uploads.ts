// Hook that manages the uploads of one message: added by button, paste or drop, each with progress, cancel and retry.
import { m } from "#messages";
import { useEffect, useRef, useState } from "react";
import { type Attachment, MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from "../contract.ts";
import { upload } from "./upload.ts";

export interface Upload {
  /** Client id of the upload, or the id of a file that was already stored. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly share: number;
  readonly state: "uploading" | "done" | "failed";
  readonly problem: string | undefined;
  readonly attachment: Attachment | undefined;
  /** Preview of an image before it is stored. */
  readonly preview: string | undefined;
}
export interface Uploads {
  readonly items: readonly Upload[];
  readonly ready: readonly Attachment[];
  readonly busy: boolean;
  add(files: Iterable<File>): void;
  /** Adds files that the server is storing; `fetch` answers them in this order, and runs again with a retry. */
  adopt(expected: readonly Pick<Attachment, "name" | "type" | "size">[], fetch: () => Promise<readonly Attachment[]>): void;
  remove(key: string): void;
  retry(key: string): void;
  /** Replaces all files, for instance by those of a restored draft. */
  reset(attachments: readonly Attachment[]): void;
  /** Adds stored files before the others, each once; running uploads continue. */
  restore(attachments: readonly Attachment[]): void;
}

interface Running {
  readonly abort: AbortController;
  readonly preview: string | undefined;
  again(): void;
}
/** Cancels the upload and releases its preview. */
function end({ abort, preview }: Running): void {
  abort.abort();
  if (preview) URL.revokeObjectURL(preview);
}

const stored = (attachment: Attachment): Upload => ({
  ...attachment,
  key: attachment.id,
  share: 1,
  state: "done",
  problem: undefined,
  attachment,
  preview: undefined,
});

const begun = (key: string, file: Pick<File, "name" | "size" | "type">, preview: string | undefined): Upload => ({
  ...{ key, name: file.name, size: file.size, type: file.type, preview },
  ...{ share: 0, state: "uploading", problem: undefined, attachment: undefined },
});

/** Holds the uploads of one message. `pathFor` names the upload route; refusals that concern no file go to `onRefused`. */
export function useUploads(options: {
  pathFor(file: File, clientId: string): string;
  onRefused(problem: string): void;
  start?: readonly Attachment[];
}): Uploads {
  const [items, setItems] = useState<readonly Upload[]>(() => (options.start ?? []).map(stored));
  const running = useRef(new Map<string, Running>());
  const change = (key: string, to: Partial<Upload>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...to } : item)));

  useEffect(() => {
    const uploads = running.current;
    return () => uploads.forEach(end);
  }, []);

  async function run(key: string, file: File, preview: string | undefined): Promise<void> {
    const abort = new AbortController();
    running.current.set(key, { abort, preview, again: () => void run(key, file, preview) });
    try {
      const attachment = await upload(options.pathFor(file, key), file, {
        onProgress: (share) => change(key, { share }),
        signal: abort.signal,
      });
      change(key, { state: "done", share: 1, attachment });
    } catch (cause) {
      if (!abort.signal.aborted) change(key, { state: "failed", problem: cause instanceof Error ? cause.message : String(cause) });
    }
  }

  function add(files: Iterable<File>): void {
    let room = MAX_FILES_PER_MESSAGE - items.length;
    const fresh: Upload[] = [];
    for (const file of files) {
      if (file.size > MAX_FILE_BYTES) options.onRefused(m.files_too_large({ name: file.name }));
      else if (file.size === 0) options.onRefused(m.files_empty({ name: file.name }));
      else if (room-- <= 0) {
        options.onRefused(m.files_too_many({ max: MAX_FILES_PER_MESSAGE }));
        break;
      } else {
        const key = crypto.randomUUID();
        const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : undefined;
        fresh.push(begun(key, file, preview));
        void run(key, file, preview);
      }
    }
    if (fresh.length > 0) setItems((all) => [...all, ...fresh]);
  }

  function adopt(expected: Parameters<Uploads["adopt"]>[0], fetch: Parameters<Uploads["adopt"]>[1]): void {
    if (items.length + expected.length > MAX_FILES_PER_MESSAGE) return options.onRefused(m.files_too_many({ max: MAX_FILES_PER_MESSAGE }));
    const fresh = expected.map((file) => begun(crypto.randomUUID(), file, undefined));
    const failed = (key: string, cause: unknown): void =>
      change(key, { state: "failed", problem: cause instanceof Error ? cause.message : String(cause) });
    async function settle(keys: readonly string[]): Promise<void> {
      try {
        const attachments = await fetch();
        fresh.forEach(({ key }, index) => {
          const attachment = attachments[index];
          if (!keys.includes(key)) return;
          if (attachment) change(key, { state: "done", share: 1, attachment });
          else failed(key, m.files_gone());
        });
      } catch (cause) {
        keys.forEach((key) => failed(key, cause));
      }
    }
    for (const { key } of fresh)
      running.current.set(key, { abort: new AbortController(), preview: undefined, again: () => void settle([key]) });
    setItems((all) => [...all, ...fresh]);
    void settle(fresh.map(({ key }) => key));
  }

  function remove(key: string): void {
    const upload = running.current.get(key);
    if (upload) end(upload);
    running.current.delete(key);
    setItems((all) => all.filter((item) => item.key !== key));
  }

  function retry(key: string): void {
    const upload = running.current.get(key);
    if (!upload) return;
    change(key, { state: "uploading", share: 0, problem: undefined });
    upload.again();
  }

  return {
    items,
    ready: items.flatMap((item) => (item.attachment ? [item.attachment] : [])),
    busy: items.some((item) => item.state === "uploading"),
    add,
    adopt,
    remove,
    retry,
    reset: (attachments) => {
      running.current.forEach(end);
      running.current.clear();
      setItems(attachments.map(stored));
    },
    restore: (attachments) =>
      setItems((all) => {
        const back = new Set(attachments.map((file) => file.id));
        return [...attachments.map(stored), ...all.filter((item) => !item.attachment || !back.has(item.attachment.id))];
      }),
  };
}
