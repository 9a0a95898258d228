// The ownership state of an inbound address or sender, and the form that verifies it: request a code by mail, then enter it.
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

/**
 * `active`: mail to the address reaches the project. `waiting`: a code has to be requested and entered. `routed`: a code would prove nothing,
 * because mail to the address arrives at the installation itself or its domain is approved for another project; the first owner has to approve
 * the domain. `reserved`: the address belongs to an account, another project or the installation, so it cannot be verified.
 */
const STATES: Record<AddressProof["state"], { readonly label: () => string; readonly tone: Tone }> = {
  active: { label: m.email_proof_active, tone: "ok" },
  waiting: { label: m.email_proof_waiting, tone: "warn" },
  routed: { label: m.email_proof_routed, tone: "warn" },
  reserved: { label: m.email_proof_reserved, tone: "bad" },
};
export const VerificationChip = ({ proof }: { proof: AddressProof | undefined }) =>
  proof && <Chip tone={STATES[proof.state].tone}>{STATES[proof.state].label()}</Chip>;

export interface VerificationProps {
  readonly projectId: string;
  onProofs(proofs: AddressProof[]): void;
  /** Called after the verification, to move the focus, because the form disappears. */
  onVerified(): void;
}

/** Whether a new code is needed: 409 for another reason than a wrong code, such as an expired one or too many tries. */
const isCodeUnusable = (error: unknown): boolean =>
  error instanceof CallError && error.status === 409 && error.problem["reason"] !== "wrong";

/** Empty for an active address. */
export function VerificationLine({ proof, ...rest }: VerificationProps & { proof: AddressProof | undefined }) {
  if (!proof || proof.state === "active") return null;
  if (proof.state !== "waiting")
    return <p className="text-muted">{proof.state === "routed" ? m.email_proof_routed_means() : m.email_proof_reserved_means()}</p>;
  return <Waiting proof={proof} {...rest} />;
}

function Waiting({ projectId, proof: { address, code }, onProofs, onVerified }: VerificationProps & { proof: AddressProof }) {
  const [typed, setTyped] = useState("");
  // Kept until a response arrives: a click after a lost response repeats the same request and sends no second code.
  const clientId = useRef<string>(undefined);
  const sendButtonRef = useRef<HTMLButtonElement>(null);
  const requestCode = useRouteMutation(askAddressCode, {
    suppressToast: true,
    done: ({ proofs }) => {
      clientId.current = undefined;
      verify.reset();
      onProofs(proofs);
    },
  });
  const verify = useRouteMutation(proveMailAddress, {
    suppressToast: true,
    done: ({ proofs }) => {
      onProofs(proofs);
      onVerified();
      toast({ tone: "ok", title: m.email_proof_done({ address }) });
    },
  });
  const refresh = useRouteMutation(readAddressProofs, { suppressToast: true, done: ({ proofs }) => onProofs(proofs) });
  usePolling(code?.state === "waiting", () => refresh.mutate({ params: { projectId } }), { resetKey: address });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const onError = (error: Error): void => {
      if (!isCodeUnusable(error)) return;
      setTyped("");
      refresh.mutate({ params: { projectId } });
      // The field that had the focus was removed.
      requestAnimationFrame(() => sendButtonRef.current?.focus());
    };
    verify.mutate({ params: { projectId }, body: { address, code: typed } }, { onError });
  };
  const mine = code !== null && code.mine;
  const unusable = isCodeUnusable(verify.error);
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      {unusable ? (
        <p role="alert" className="text-bad-text">
          {refusalOf(verify.error)}
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
        {mine && code.state !== "failed" && !unusable && (
          <>
            <Field
              className="min-w-0 basis-44"
              hideLabel
              label={m.email_proof_code_of({ address })}
              error={issueOf(verify.error, "code") ?? refusalOf(verify.error)}
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
            <Button type="submit" variant="primary" className="h-9" busy={verify.isPending}>
              {m.email_proof_enter()}
            </Button>
          </>
        )}
        <Button
          ref={sendButtonRef}
          className="h-9"
          busy={requestCode.isPending}
          aria-label={
            unusable
              ? m.email_proof_new_to({ address })
              : code === null
                ? m.email_proof_send_to({ address })
                : m.email_proof_again_to({ address })
          }
          onClick={() => {
            clientId.current ??= crypto.randomUUID();
            requestCode.mutate({ params: { projectId }, body: { clientId: clientId.current, address } });
          }}
        >
          {unusable ? m.email_proof_new() : code === null ? m.email_proof_send() : m.email_proof_again()}
        </Button>
      </div>
      {refusalOf(requestCode.error) && (
        <p role="alert" className="text-bad-text">
          {refusalOf(requestCode.error)}
        </p>
      )}
    </form>
  );
}
