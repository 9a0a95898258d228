// Uploads a file with progress, which `fetch` cannot report.
import { CallError, type Problem } from "#kernel/wire/route.ts";
import { m } from "#messages";

/** Returns the item. `onProgress` gets the uploaded part, from 0 to 1. Throws the server's error message. */
export function uploadWithProgress(
  method: "POST" | "PUT",
  path: string,
  body: Blob,
  onProgress: (progress: number) => void,
): Promise<{ item: { id: string } }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener("error", () => reject(new Error(m.knowledge_upload_stopped())));
    request.addEventListener("load", () => {
      const answer = request.response as ({ item: { id: string } } & Problem) | null;
      if (request.status >= 200 && request.status < 300 && answer) resolve(answer);
      else reject(new CallError(request.status, answer ?? { error: m.knowledge_upload_stopped(), code: "unavailable" }, undefined));
    });
    request.send(body);
  });
}
