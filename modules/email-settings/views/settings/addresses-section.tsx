// Settings section for the project's inbound addresses and the channels by which their mail arrives.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useRef, useState } from "react";
import type { AddressProof } from "#modules/address-verification/contract";
import { addInboundAddress, type EmailOverview, MAX_ADDRESSES, removeInboundAddress } from "../../contract.ts";
import { CopyLine } from "./copy-line.tsx";
import { HowTo, Steps } from "./how-to.tsx";
import { VerificationChip, VerificationLine } from "./verification-line.tsx";

interface AddressesProps {
  readonly projectId: string;
  readonly overview: EmailOverview;
  onSaved(overview: EmailOverview): void;
}

export function AddressesSection({ projectId, overview, onSaved }: AddressesProps) {
  const { addresses, proofs, receiving } = overview;
  const onProofs = (next: AddressProof[]): void => onSaved({ ...overview, proofs: next });
  const proofOf = (address: string): AddressProof | undefined => proofs.find((one) => one.address === address);
  const waiting = addresses.filter(({ address }) => proofOf(address)?.state !== "active").length;
  const [removing, setRemoving] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const toList = (): void => void requestAnimationFrame(() => list.current?.focus());
  const remove = useRouteMutation(removeInboundAddress, {
    suppressToast: true,
    done: (next, { body }) => {
      onSaved(next);
      setRemoving(undefined);
      // The button that opened the dialog was removed with its row.
      toList();
      toast({ tone: "ok", title: m.email_address_removed({ address: body.address }) });
    },
  });
  return (
    <Section title={m.email_addresses()} lead={m.email_addresses_lead()}>
      {waiting > 0 && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.email_proofs_waiting({ count: waiting })}</p>}
      <div ref={list} tabIndex={-1} role="group" aria-label={m.email_addresses()} className="outline-none">
        {addresses.length === 0 ? (
          <p className="text-muted">{m.email_addresses_empty()}</p>
        ) : (
          <ul className="grid">
            {addresses.map(({ address, createdAt }) => (
              <li key={address} className="grid gap-2 border-b border-line py-2 last:border-b-0">
                <div className="flex min-h-8 items-center gap-3">
                  <span className="grid min-w-0 flex-1">
                    <span className="flex flex-wrap items-center gap-x-2">
                      <span className="min-w-0 font-medium wrap-anywhere">{address}</span>
                      <VerificationChip proof={proofOf(address)} />
                    </span>
                    <span className="text-xs text-muted">{m.email_address_since({ day: formatDay(createdAt) })}</span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={m.email_address_remove_of({ address })}
                    onClick={() => {
                      remove.reset();
                      setRemoving(address);
                    }}
                  >
                    {m.email_address_remove()}
                  </Button>
                </div>
                <VerificationLine projectId={projectId} proof={proofOf(address)} onProofs={onProofs} onVerified={toList} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {addresses.length < MAX_ADDRESSES ? (
        <Add projectId={projectId} addresses={addresses} onSaved={onSaved} />
      ) : (
        <p className="text-muted">{m.email_addresses_full({ max: MAX_ADDRESSES })}</p>
      )}
      <Channels receiving={receiving} />
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => remove.mutate({ params: { projectId }, body: { address: removing ?? "" } })}
        title={m.email_address_remove_title({ address: removing ?? "" })}
        body={m.email_address_remove_body()}
        action={m.email_address_remove()}
        busy={remove.isPending}
        error={issueOf(remove.error, "address") ?? refusalOf(remove.error)}
      />
    </Section>
  );
}

function Add({ projectId, addresses, onSaved }: Pick<AddressesProps, "projectId" | "onSaved"> & Pick<EmailOverview, "addresses">) {
  const [text, setText] = useState("");
  const add = useRouteMutation(addInboundAddress, {
    suppressToast: true,
    done: (next, { body }) => {
      // Stored without the plus form.
      const added = next.addresses.find(({ address }) => !addresses.some((known) => known.address === address));
      onSaved(next);
      setText("");
      toast({ tone: "ok", title: m.email_address_added({ address: added?.address ?? body.address.trim() }) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate({ params: { projectId }, body: { address: text } });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
      <Field
        className="min-w-0 flex-1 basis-60"
        hideLabel
        label={m.email_address_new()}
        error={issueOf(add.error, "address") ?? refusalOf(add.error)}
      >
        <TextInput
          type="email"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="support@example.com"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="primary" className="h-9" busy={add.isPending}>
        {m.email_address_add()}
      </Button>
    </form>
  );
}

const Channels = ({ receiving }: Pick<EmailOverview, "receiving">) => (
  <div className="grid gap-1 border-t border-line pt-4">
    <h3 className="font-medium">{m.email_doors()}</h3>
    <HowTo title={m.email_door_platform()}>
      <Steps steps={[m.email_door_platform_1(), m.email_door_platform_2(), m.email_door_platform_3()]} />
    </HowTo>
    <HowTo title={m.email_door_gateway()}>
      <Steps steps={[m.email_door_gateway_1(), m.email_door_gateway_2(), m.email_door_gateway_3()]} />
      <CopyLine label={m.email_door_url()} text={receiving.inbound} />
    </HowTo>
    <HowTo title={m.email_door_parse()}>
      <Steps steps={[m.email_door_parse_1(), m.email_door_parse_2(), m.email_door_parse_3()]} />
      <CopyLine label={m.email_door_url()} text={receiving.parse.replace("://", "://parse:TOKEN@")} />
    </HowTo>
  </div>
);
