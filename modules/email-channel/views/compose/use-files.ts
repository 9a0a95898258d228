// Hook for the files of a mail that starts a conversation. Separate from the composer's uploads, because the thread loads far more often.
import { pathOf } from "#kernel/wire/route.ts";
import { type Attachment, MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { m } from "#messages";
import { useState } from "react";
import { uploadForMail } from "../../contract.ts";

/** Uploads files one after the other; `onStored` gets each stored file, `onRefused` the reason why one was refused. */
export function useFiles(
  projectId: string,
  count: number,
  { onStored, onRefused }: { onStored(file: Attachment): void; onRefused(problem: string): void },
) {
  const [storing, setStoring] = useState<readonly string[]>([]);
  async function store(file: File): Promise<void> {
    const clientId = crypto.randomUUID();
    setStoring((all) => [...all, clientId]);
    try {
      const response = await fetch(pathOf(uploadForMail, { projectId }, { name: file.name || "file", clientId }), {
        method: "POST",
        body: file,
      });
      const answer = (await response.json()) as { file?: Attachment; error?: string };
      if (answer.file) onStored(answer.file);
      else onRefused(`${file.name}: ${answer.error ?? m.email_new_file_failed()}`);
    } catch {
      onRefused(`${file.name}: ${m.email_new_file_failed()}`);
    } finally {
      setStoring((all) => all.filter((one) => one !== clientId));
    }
  }
  return {
    busy: storing.length > 0,
    add(files: Iterable<File>): void {
      const all = [...files];
      if (count + storing.length + all.length > MAX_FILES_PER_MESSAGE)
        return onRefused(m.email_new_file_many({ max: MAX_FILES_PER_MESSAGE }));
      const fit = all.filter(({ size }) => size > 0 && size <= MAX_FILE_BYTES);
      if (fit.length < all.length) onRefused(m.email_new_file_size());
      for (const file of fit) void store(file);
    },
  };
}
