// Uploads the files of an export in pieces, has them checked, and says what is wrong with them.
import { call, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import {
  checkDeskExport,
  createDeskExport,
  deleteDeskExport,
  type DeskExport,
  type ExportPlatform,
  FILE_KINDS,
  type FileKind,
  MAX_PIECE,
  MAX_PIECES,
  putDeskExportPiece,
  readDeskExport,
} from "../contract.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { faultLabel, FILE_LABELS } from "./labels.ts";

const CHECK_EVERY = 1500;
const PIECE = MAX_PIECE / 2;

interface ExportUploadProps {
  readonly projectId: string;
  readonly platform: ExportPlatform;
  /** The export is good; undefined while there is none. */
  onReady(id: DeskExport["id"] | undefined): void;
}
type Phase = { readonly name: "idle" | "checking" } | { readonly name: "sending"; readonly part: number };

export function ExportUpload({ projectId, platform, onReady }: ExportUploadProps) {
  const [files, setFiles] = useState<Partial<Record<FileKind, File>>>({});
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  const [found, setFound] = useState<DeskExport>();
  const [error, setError] = useState<string>();
  const stopped = useRef(false);
  /** What is being uploaded or checked; nobody could import it once this page is left. */
  const begun = useRef<string>(undefined);
  const discard = (deskExportId: string | undefined): void => {
    begun.current = undefined;
    if (deskExportId !== undefined) void call(deleteDeskExport, { params: { projectId, deskExportId } as never }).catch(() => undefined);
  };
  const leave = useEffectEvent(() => discard(begun.current));
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
      leave();
    };
  }, []);
  const [first, ...others] = FILE_KINDS[platform];
  const tooLarge = Object.values(files).some((file) => file.size > PIECE * MAX_PIECES);

  const empty = FILE_KINDS[platform].find((kind) => files[kind]?.size === 0);

  const upload = async (): Promise<void> => {
    setError(undefined);
    setFound(undefined);
    onReady(undefined);
    setPhase({ name: "sending", part: 0 });
    try {
      const params = { projectId } as never;
      const { export: made } = await call(createDeskExport, { params, body: { clientId: crypto.randomUUID(), platform } });
      begun.current = made.id;
      const chosen = FILE_KINDS[platform].flatMap((kind) => (files[kind] ? [[kind, files[kind]] as const] : []));
      const total = chosen.reduce((sum, [, file]) => sum + file.size, 0);
      let sent = 0;
      for (const [kind, file] of chosen)
        for (let n = 0; n * PIECE < file.size && !stopped.current; n += 1) {
          const piece = file.slice(n * PIECE, (n + 1) * PIECE);
          await sendPiece(projectId, made.id, kind, n, piece);
          sent += piece.size;
          setPhase({ name: "sending", part: sent / Math.max(1, total) });
        }
      if (stopped.current) return;
      const ofExport = { projectId, deskExportId: made.id } as never;
      let { export: shown } = await call(checkDeskExport, { params: ofExport, body: {} });
      setPhase({ name: "checking" });
      while (shown.state === "checking" && !stopped.current) {
        await new Promise((done) => setTimeout(done, CHECK_EVERY));
        ({ export: shown } = await call(readDeskExport, { params: ofExport }));
      }
      if (stopped.current) return;
      setFound(shown);
      if (shown.state !== "checked") return discard(shown.id);
      begun.current = undefined;
      onReady(shown.id);
    } catch (failure) {
      if (stopped.current) return;
      setError(failure instanceof PieceFailed ? failure.message : (refusalOf(failure) ?? m.desk_exports_upload_failed()));
      discard(begun.current);
    } finally {
      if (!stopped.current) setPhase({ name: "idle" });
    }
  };
  const choose = (kind: FileKind, file: File | undefined): void => {
    const { [kind]: _, ...rest } = files;
    setFiles(file === undefined ? rest : { ...rest, [kind]: file });
    if (found?.state === "checked") discard(found.id);
    setFound(undefined);
    setError(undefined);
    onReady(undefined);
  };
  const problem =
    empty !== undefined
      ? faultLabel({ code: "empty", kind: empty, line: 1 })
      : tooLarge
        ? m.desk_exports_file_too_large()
        : (error ?? (found?.fault ? faultLabel(found.fault) : undefined));
  const busy = phase.name !== "idle";
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-xs text-muted">{m.desk_exports_file_hint()}</p>
      <FileField kind={first} isNeeded disabled={busy} onChoose={choose} />
      {others.map((kind) => (
        <FileField key={kind} kind={kind} isNeeded={false} disabled={busy} onChoose={choose} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={found?.state === "checked" ? "secondary" : "primary"}
          busy={busy}
          disabled={!files[first] || tooLarge || empty !== undefined}
          onClick={() => void upload()}
        >
          {m.desk_exports_upload()}
        </Button>
        <p role="status" className="text-xs text-muted">
          {phase.name === "sending"
            ? m.desk_exports_uploading({ percent: Math.floor(phase.part * 100) })
            : phase.name === "checking"
              ? m.desk_exports_checking()
              : found?.state === "checked"
                ? m.desk_exports_checked({ count: Object.values(found.lines).reduce((sum, one) => sum + one, 0) })
                : m.desk_exports_upload_hint()}
        </p>
      </div>
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {problem}
        </p>
      )}
    </div>
  );
}

interface FileFieldProps {
  readonly kind: FileKind;
  readonly isNeeded: boolean;
  readonly disabled: boolean;
  onChoose(kind: FileKind, file: File | undefined): void;
}
function FileField({ kind, isNeeded, disabled, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1">
      <label htmlFor={id} className="font-medium">
        {isNeeded ? FILE_LABELS[kind]() : m.desk_exports_file_optional({ file: FILE_LABELS[kind]() })}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,.jsonl,.ndjson,application/json"
        disabled={disabled}
        onChange={(event) => onChoose(kind, event.target.files?.[0])}
        className="w-full min-w-0 text-sm file:me-3 file:min-h-9 file:cursor-pointer file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:text-text pointer-coarse:file:min-h-11"
      />
    </div>
  );
}

/** Why a piece was refused, in a sentence. */
class PieceFailed extends Error {}

async function sendPiece(projectId: string, deskExportId: string, kind: FileKind, n: number, piece: Blob): Promise<void> {
  const path = pathOf(putDeskExportPiece, { projectId, deskExportId } as never, { kind, n: String(n) } as never);
  const response = await fetch(path, { method: "PUT", body: piece, headers: { "content-type": "application/octet-stream" } });
  if (response.ok) return;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  throw new PieceFailed(body.error ?? m.desk_exports_upload_failed());
}
