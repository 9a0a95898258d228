// The ownership state of an address, and the next step until it is verified.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useRef, useState } from "react";
import { type AddressProof, askAddressCode, proveMailAddress, readAddressProofs } from "#modules/address-verification/contract";
import { usePolling } from "#modules/email/views";

const STATES: Record<AddressProof["state"], { readonly label: () => string; readonly tone: Tone }> = {
  active: { label: m.email_proof_active, tone: "ok" },
  waiting: { label: m.email_proof_waiting, tone: "warn" },
  routed: { label: m.email_proof_routed, tone: "warn" },
  reserved: { label: m.email_proof_reserved, tone: "bad" },
};
export const ProofChip = ({ proof }: { proof: AddressProof | undefined }) =>
  proof && <Chip tone={STATES[proof.state].tone}>{STATES[proof.state].label()}</Chip>;

export interface ProofsProps {
  readonly projectId: string;
  onProofs(proofs: AddressProof[]): void;
  /** Called after the proof, to move the focus, because the form disappears. */
  onProved(): void;
}

/** Whether the code can no longer be used. */
const isOver = (error: unknown): boolean => error instanceof CallError && error.status === 409 && error.problem["reason"] !== "wrong";

/** Empty for an active address. */
export function ProofLine({ proof, ...rest }: ProofsProps & { proof: AddressProof | undefined }) {
  if (!proof || proof.state === "active") return null;
  if (proof.state !== "waiting")
    return <p className="text-muted">{proof.state === "routed" ? m.email_proof_routed_means() : m.email_proof_reserved_means()}</p>;
  return <Waiting proof={proof} {...rest} />;
}

function Waiting({ projectId, proof: { address, code }, onProofs, onProved }: ProofsProps & { proof: AddressProof }) {
  const [typed, setTyped] = useState("");
  // The same until it was answered, so that a second click after a lost response sends no second code.
  const clientId = useRef<string>(undefined);
  const asking = useRef<HTMLButtonElement>(null);
  const ask = useRouteMutation(askAddressCode, {
    suppressToast: true,
    done: ({ proofs }) => {
      clientId.current = undefined;
      prove.reset();
      onProofs(proofs);
    },
  });
  const prove = useRouteMutation(proveMailAddress, {
    suppressToast: true,
    done: ({ proofs }) => {
      onProofs(proofs);
      onProved();
      toast({ tone: "ok", title: m.email_proof_done({ address }) });
    },
  });
  const reread = useRouteMutation(readAddressProofs, { suppressToast: true, done: ({ proofs }) => onProofs(proofs) });
  usePolling(code?.state === "waiting", () => reread.mutate({ params: { projectId } }), { since: address });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const onError = (error: Error): void => {
      if (!isOver(error)) return;
      setTyped("");
      reread.mutate({ params: { projectId } });
      // The field that had the focus was removed.
      requestAnimationFrame(() => asking.current?.focus());
    };
    prove.mutate({ params: { projectId }, body: { address, code: typed } }, { onError });
  };
  const mine = code !== null && code.mine;
  const over = isOver(prove.error);
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      {over ? (
        <p role="alert" className="text-bad-text">
          {refusalOf(prove.error)}
        </p>
      ) : (
        <p role="status" className="text-muted wrap-anywhere">
          {code === null
            ? m.email_proof_ask({ address })
            : !mine
              ? m.email_proof_other()
              : code.state === "waiting"
                ? m.email_proof_sending({ address })
                : (code.error ?? m.email_proof_sent({ address }))}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-2">
        {mine && code.state !== "failed" && !over && (
          <>
            <Field
              className="min-w-0 basis-44"
              hideLabel
              label={m.email_proof_code_of({ address })}
              error={issueOf(prove.error, "code") ?? refusalOf(prove.error)}
            >
              <TextInput
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                placeholder="xxxx-xxxx"
                autoComplete="one-time-code"
                autoCapitalize="off"
                spellCheck={false}
              />
            </Field>
            <Button type="submit" variant="primary" className="h-9" busy={prove.isPending}>
              {m.email_proof_enter()}
            </Button>
          </>
        )}
        <Button
          ref={asking}
          className="h-9"
          busy={ask.isPending}
          aria-label={
            over
              ? m.email_proof_new_to({ address })
              : code === null
                ? m.email_proof_send_to({ address })
                : m.email_proof_again_to({ address })
          }
          onClick={() => {
            clientId.current ??= crypto.randomUUID();
            ask.mutate({ params: { projectId }, body: { clientId: clientId.current, address } });
          }}
        >
          {over ? m.email_proof_new() : code === null ? m.email_proof_send() : m.email_proof_again()}
        </Button>
      </div>
      {refusalOf(ask.error) && (
        <p role="alert" className="text-bad-text">
          {refusalOf(ask.error)}
        </p>
      )}
    </form>
  );
}
