// Uploads one raw file with progress. `fetch` cannot report upload progress, so this uses XMLHttpRequest.
import { connectionDoubt } from "#dashboard/online.ts";
import { CallError, type Problem } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { Attachment } from "../contract.ts";

/** Sends the file to `path`, whose query has its name and client id, and resolves to the stored file. */
export function upload<F = Attachment>(
  path: string,
  file: Blob,
  options: { onProgress(share: number): void; signal: AbortSignal },
): Promise<F> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => {
      connectionDoubt.raise();
      reject(new CallError(0, { error: m.files_offline(), code: "offline" }, undefined));
    };
    request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    request.onload = () => {
      const answer = request.response as { file?: F } & Partial<Problem>;
      if (request.status < 300 && answer?.file) return resolve(answer.file);
      const problem: Problem = {
        ...answer,
        error: answer?.error ?? m.files_refused({ status: request.status }),
        code: answer?.code ?? "unavailable",
      };
      reject(new CallError(request.status, problem, request.getResponseHeader("x-request-id") ?? undefined));
    };
    options.signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
