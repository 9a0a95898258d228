// The dialog that delegates a conversation: what is to be done, by which computers, and exactly what leaves the service.
import { issueOf, queryClient, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { buttonLink, EmptyState } from "#dashboard/ui/empty.tsx";
import { Checkbox, Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { formatDay } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { openThread } from "#modules/conversations/contract";
import { type Attachment, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { type DeviceGrant, listDeviceGrants, type WorkKind } from "#modules/paired-computers/contract";
import { Link } from "@tanstack/react-router";
import { Laptop, Paperclip } from "lucide-react";
import { type FormEvent, useState } from "react";
import { delegate, MAX_TASK } from "../contract.ts";
import { filesIn, type Said, saidIn, taskText } from "./task-text.ts";

interface DelegateProps {
  readonly projectId: string;
  readonly conversationId: string;
  onClose(): void;
}
const ROLES: Readonly<Record<string, () => string>> = {
  visitor: m.delegated_work_customer,
  operator: m.delegated_work_team,
  assistant: m.delegated_work_assistant,
};
const KINDS: Record<WorkKind, () => string> = { report: m.delegated_work_kind_report, reply: m.delegated_work_kind_reply };
/** Messages that are quoted at first: the last ones. */
const QUOTED = 5;

export default function DelegateDialog({ projectId, conversationId, onClose }: DelegateProps) {
  const me = useMe().id;
  const grants = useRouteQuery(listDeviceGrants, { params: { projectId } as never, query: { own: "1" } });
  const thread = useRouteQuery(openThread, { params: { projectId, conversationId } as never }, { staleTime: 0 });
  const own = grants.data?.items.filter(
    ({ person, state, devices }) => person.id === me && state === "valid" && devices.some(({ revoked }) => !revoked),
  );
  const failed = grants.error ?? thread.error;
  return (
    <Dialog open onClose={onClose} size="lg" title={m.delegated_work_delegate()} body={m.delegated_work_body()}>
      {failed && !(own && thread.data) ? (
        <ProblemState error={failed} onRetry={() => void Promise.all([grants.refetch(), thread.refetch()])} />
      ) : !own || !thread.data ? (
        <div role="status" aria-label={m.delegated_work_loading()} className="grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-24" />
        </div>
      ) : own.length === 0 ? (
        <EmptyState
          icon={Laptop}
          title={m.delegated_work_no_computer()}
          body={m.delegated_work_no_computer_body()}
          action={
            <Link to={`/projects/${projectId}/settings/paired-computers` as never} className={buttonLink}>
              {m.delegated_work_pair()}
            </Link>
          }
        />
      ) : (
        <DelegateForm
          {...{ projectId, conversationId, onClose }}
          grants={own}
          files={filesIn(thread.data.events)}
          said={saidIn(thread.data.events, (role, name) => name ?? ROLES[role]?.() ?? role)}
          frontier={thread.data.conversation.revision}
        />
      )}
    </Dialog>
  );
}

function DelegateForm({
  projectId,
  conversationId,
  grants,
  said,
  files,
  frontier,
  onClose,
}: DelegateProps & {
  readonly grants: readonly DeviceGrant[];
  readonly said: readonly Said[];
  readonly files: readonly Attachment[];
  readonly frontier: number;
}) {
  const [grantId, setGrantId] = useState(grants[0]?.id);
  const grant = grants.find(({ id }) => id === grantId);
  const kinds = grant?.kinds ?? [];
  const [wanted, setKind] = useState<WorkKind>("report");
  const kind = kinds.includes(wanted) ? wanted : (kinds[0] ?? "report");
  const [wish, setWish] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(said.slice(-QUOTED).map(({ revision }) => revision)));
  const [omits, setOmits] = useState(true);
  // What the member changed by hand; choosing anew begins from the conversation again.
  const [edited, setEdited] = useState<string>();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const going = files.filter(({ id }) => sent.has(id));
  const [tried, setTried] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
  const text =
    edited ??
    taskText(
      wish,
      said.filter(({ revision }) => chosen.has(revision)),
      omits,
    );
  const send = useRouteMutation(delegate, {
    suppressToast: true,
    invalidates: [openThread],
    done: () => {
      toast({ title: m.delegated_work_did(), tone: "ok" });
      onClose();
    },
  });
  const stale = send.error instanceof CallError && send.error.problem.code === "stale_frontier";
  const again = (change: () => void): void => {
    setEdited(undefined);
    change();
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (wish.trim() === "" || text.trim() === "" || !grantId || send.isPending) return;
    send.mutate({
      params: { projectId, conversationId } as never,
      body: { clientId, frontier, grantId, kind, task: text, files: going.map(({ id }) => id) },
    });
  }
  const names = ({ devices, expiresAt }: DeviceGrant): string =>
    `${devices
      .filter(({ revoked }) => !revoked)
      .map(({ name }) => name)
      .join(", ")} · ${formatDay(expiresAt)}`;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <Field
        label={m.delegated_work_wish()}
        hint={m.delegated_work_wish_hint()}
        error={tried && wish.trim() === "" ? m.delegated_work_wish_missing() : undefined}
      >
        <TextArea dir="auto" value={wish} limit={2000} autoFocus onChange={(event) => again(() => setWish(event.target.value))} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.delegated_work_grant()}>
          <Select
            value={grantId ?? ""}
            onChange={(id) => setGrantId(id as DeviceGrant["id"])}
            options={grants.map((each) => ({ value: each.id, label: names(each) }))}
          />
        </Field>
        <Field label={m.delegated_work_kind()}>
          <Select
            value={kind}
            onChange={(value) => setKind(value as WorkKind)}
            options={kinds.map((each) => ({ value: each, label: KINDS[each]() }))}
          />
        </Field>
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{m.delegated_work_messages()}</legend>
        {said.length === 0 && <p className="text-sm text-muted">{m.delegated_work_messages_none()}</p>}
        <div className="grid max-h-40 gap-1.5 overflow-y-auto">
          {said.map(({ revision, who, text: content, files }) => (
            <Checkbox
              key={revision}
              checked={chosen.has(revision)}
              onChange={(on) => again(() => setChosen(new Set(on ? [...chosen, revision] : [...chosen].filter((one) => one !== revision))))}
              label={
                <span dir="auto" className="line-clamp-1 wrap-anywhere">
                  <span className="text-muted">{who}: </span>
                  {content || files.join(", ")}
                </span>
              }
            />
          ))}
        </div>
      </fieldset>
      {files.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">{m.delegated_work_files()}</legend>
          <div className="grid max-h-40 gap-1.5 overflow-y-auto">
            {files.map(({ id, name, size }) => (
              <Checkbox
                key={id}
                checked={sent.has(id)}
                disabled={!sent.has(id) && going.length >= MAX_FILES_PER_MESSAGE}
                onChange={(on) => setSent(new Set(on ? [...sent, id] : [...sent].filter((one) => one !== id)))}
                label={
                  <span className="flex min-w-0 gap-1.5">
                    <span dir="auto" className="line-clamp-1 wrap-anywhere">
                      {name}
                    </span>
                    <span className="shrink-0 text-muted">{formatFileSize(size)}</span>
                  </span>
                }
              />
            ))}
          </div>
          <p className="text-xs text-muted">{m.delegated_work_files_hint({ max: MAX_FILES_PER_MESSAGE })}</p>
        </fieldset>
      )}
      <Checkbox
        checked={omits}
        onChange={(on) => again(() => setOmits(on))}
        label={m.delegated_work_omit()}
        hint={m.delegated_work_omit_hint()}
      />
      <Field label={m.delegated_work_preview()} hint={m.delegated_work_preview_hint()} error={stale ? m.delegated_work_stale() : undefined}>
        <TextArea
          dir="auto"
          rows={7}
          className="font-mono text-xs!"
          limit={MAX_TASK}
          value={text}
          onChange={(event) => setEdited(event.target.value)}
        />
      </Field>
      {going.length > 0 && (
        <ul aria-label={m.delegated_work_files_leaving()} className="grid gap-1 rounded-sm bg-subtle px-2.5 py-2 text-xs">
          {going.map(({ id, name, size }) => (
            <li key={id} className="flex min-w-0 items-center gap-1.5">
              <Paperclip aria-hidden className="size-3.5 shrink-0 text-muted" />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
              <span className="shrink-0 text-muted">{formatFileSize(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {stale ? (
        <div className="flex justify-end">
          <Button
            onClick={() => {
              void queryClient.invalidateQueries({ queryKey: [openThread.name] });
              onClose();
            }}
          >
            {m.dashboard_cancel()}
          </Button>
        </div>
      ) : (
        <DialogFooter
          problem={issueOf(send.error, "task") ?? refusalOf(send.error)}
          onCancel={onClose}
          label={m.delegated_work_send()}
          busy={send.isPending}
        />
      )}
    </form>
  );
}
