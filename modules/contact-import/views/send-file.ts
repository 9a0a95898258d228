// Sends a file of contacts, and shows the import that it became.
import { call, queryClient, reading } from "#dashboard/api.ts";
import { store, useStore } from "#dashboard/store.ts";
import { m } from "#messages";
import { type ContactImport, createContactImport, MAX_BYTES, readContactImport, readContactImportSample } from "../contract.ts";

/** A file of an import, and the encoding that somebody chose for it. */
interface Sent {
  readonly contactImportId: string;
  readonly file: Blob;
  readonly chosen: string | undefined;
}
const sent = store<Sent | undefined>(undefined);
/** The file that was sent last, if it is of this import, so that it can be read in another encoding. It is gone with the page. */
export function useSentFile(contactImportId: string): Sent | undefined {
  const last = useStore(sent);
  return last?.contactImportId === contactImportId ? last : undefined;
}

/** Why a file was not taken, in a sentence. */
export class NotTaken extends Error {}

/** Throws `NotTaken`. `chosen`: encoding and delimiter, recognised where they are left out. */
export async function putFile(
  projectId: string,
  contactImportId: string,
  file: Blob,
  chosen: { readonly encoding?: string | undefined; readonly delimiter?: string | undefined } = {},
): Promise<ContactImport> {
  if (file.size > MAX_BYTES) throw new NotTaken(m.contact_import_too_large({ max: MAX_BYTES / 1024 / 1024 }));
  if (file.size === 0) throw new NotTaken(m.contact_import_file_empty());
  const query = new URLSearchParams(Object.entries(chosen).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const path = `/api/management/projects/${projectId}/contact-imports/${contactImportId}/file?${query.toString()}`;
  const response = await fetch(path, { method: "PUT", body: file, headers: { "content-type": "application/octet-stream" } }).catch(
    () => undefined,
  );
  const body = ((await response?.json().catch(() => ({}))) ?? {}) as {
    import?: ContactImport;
    error?: string;
    issues?: readonly { readonly message: string }[];
  };
  if (!response?.ok || !body.import) throw new NotTaken(body.issues?.[0]?.message ?? body.error ?? m.contact_import_file_stopped());
  // The rows come first: what is shown of the columns begins from them.
  await queryClient.invalidateQueries({ queryKey: reading(readContactImportSample, { params: { projectId, contactImportId } }).queryKey });
  queryClient.setQueryData(reading(readContactImport, { params: { projectId, contactImportId } }).queryKey, { import: body.import });
  sent.set({ contactImportId, file, chosen: chosen.encoding });
  return body.import;
}
/** Begins an import with a file. */
export async function sendFile(projectId: string, name: string, file: Blob): Promise<ContactImport> {
  const clean =
    name
      .replace(/[\p{Cc}\p{Cf}]/gu, "")
      .trim()
      .slice(0, 200) || "contacts.csv";
  const { import: made } = await call(createContactImport, { params: { projectId }, body: { clientId: crypto.randomUUID(), name: clean } });
  return await putFile(projectId, made.id, file);
}
