// Uploads the files of the message being written, one after the other, with progress; refused ones stay listed.
import type { Attachment } from "#modules/files/contract";
import { OFFLINE, type Refusal, refusalOf } from "../api.ts";
import type { Session } from "../session.ts";
import { uuid } from "../ids.ts";
import { ensure } from "../sign-in.ts";
import { sizeOf } from "./file-size.ts";
import { failureOf } from "../panel/refusals.ts";
import { panelPaths } from "../panel/paths.ts";
import { NEW, type Store, type Upload } from "../panel/state.ts";
import type { TextKey, Values } from "../panel/language.ts";

// The values of modules/files/contract.ts, whose schemas would be larger than this file; uploads.test.ts compares them.
export const MAX_FILE_BYTES = 25_000_000;
export const MAX_FILES = 10;

export type Uploads = ReturnType<typeof makeUploads>;

interface Texts {
  text(key: TextKey, values?: Values): string;
  explain(refusal: Refusal): string;
  locale(): string;
}

/** Adds files to the message and uploads them. */
export function makeUploads(store: Store, session: Session, { text, explain, locale }: Texts) {
  const requests = new Map<string, XMLHttpRequest>();
  let chain: Promise<unknown> = Promise.resolve();

  const all = () => store.get().uploads;
  const change = (clientId: string, part: Partial<Upload>) =>
    store.set({ uploads: all().map((it) => (it.clientId === clientId ? { ...it, ...part } : it)) });

  /** XMLHttpRequest, because fetch cannot report upload progress. */
  function put({ clientId, file }: Upload): Promise<Attachment> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      requests.set(clientId, request);
      request.open("POST", session.origin + panelPaths.upload(file.name.slice(0, 255) || "file", clientId));
      request.setRequestHeader("authorization", `Bearer ${session.stored()?.token}`);
      request.responseType = "json";
      request.upload.onprogress = ({ loaded, total }) => change(clientId, { progress: total ? loaded / total : 0 });
      request.onerror = request.onabort = () => reject(OFFLINE);
      request.onload = () => {
        const { status, response } = request as { status: number; response: { file: Attachment } | null };
        if (status < 300 && response) resolve(response.file);
        else reject(refusalOf(status, response, request.getResponseHeader("retry-after")));
      };
      request.send(file);
    });
  }

  async function attempt(clientId: string) {
    const upload = all().find((it) => it.clientId === clientId);
    if (!upload || upload.done || upload.failure) return;
    let token: string | undefined;
    try {
      await ensure(session);
      token = session.stored()?.token;
      change(clientId, { done: await put(upload), progress: 1 });
    } catch (caught) {
      change(clientId, { failure: failureOf(caught, explain), progress: 0 });
      if (token) session.judge(caught, token);
    } finally {
      requests.delete(clientId);
    }
  }
  const start = (clientId: string) => void (chain = chain.then(() => attempt(clientId)));

  return {
    add(files: readonly File[], thread: string) {
      store.set({ hint: "" });
      for (const file of files) {
        if (all().filter((it) => it.thread === thread).length >= MAX_FILES)
          return store.set({ hint: text("file_tooMany", { count: MAX_FILES }) });
        if (file.size > MAX_FILE_BYTES) {
          store.set({ hint: text("file_tooLarge", { name: file.name, size: sizeOf(locale(), MAX_FILE_BYTES) }) });
          continue;
        }
        const clientId = uuid();
        store.set({ uploads: [...all(), { thread, clientId, file, progress: 0, done: null, failure: null }] });
        start(clientId);
      }
    },
    retry(clientId: string) {
      change(clientId, { failure: null });
      start(clientId);
    },
    remove(clientId: string) {
      store.set({ uploads: all().filter((it) => it.clientId !== clientId) });
      requests.get(clientId)?.abort();
    },
    /**
     * Files belong to the session that uploaded them. When it ends they have to be uploaded again, or are removed with it (`words` null).
     */
    ended(words: string | null) {
      requests.forEach((request) => request.abort());
      store.set({
        uploads:
          words === null ? [] : all().map((it) => ({ ...it, thread: NEW, done: null, progress: 0, failure: { error: words, retryAt: 0 } })),
      });
    },
  };
}
