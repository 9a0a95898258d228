// Settings section that sends a test mail and shows its state.
import { call, issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { type FormEvent, useRef, useState } from "react";
import { type Delivery, listDeliveries, sendTestMail } from "#modules/email/contract";
import { usePolling, DELIVERY, isOnItsWay } from "#modules/email/views";

export function TestSection({ projectId, ready }: { projectId: string; ready: boolean }) {
  const me = useMe();
  const [to, setTo] = useState(me.email);
  const [delivery, setDelivery] = useState<Delivery>();
  const [slow, setSlow] = useState(false);
  // The same until it was answered, so that a second click after a lost response sends no second mail.
  const clientId = useRef<string>(undefined);
  const send = useRouteMutation(sendTestMail, {
    suppressToast: true,
    invalidates: [listDeliveries],
    done: (answer) => {
      clientId.current = undefined;
      setSlow(false);
      setDelivery(answer.delivery);
    },
  });
  async function refresh(id: string): Promise<void> {
    const page = await call(listDeliveries, { params: { projectId }, query: {} }).catch(() => undefined);
    const found = page?.items.find((each) => each.id === id);
    if (found) setDelivery((held) => (held?.id === id ? found : held));
  }
  usePolling(delivery !== undefined && isOnItsWay(delivery.state), () => void refresh(delivery?.id ?? ""), {
    resetKey: delivery?.id,
    ended: () => setSlow(true),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clientId.current ??= crypto.randomUUID();
    send.mutate({ params: { projectId }, body: { clientId: clientId.current, to } });
  };
  return (
    <Section title={m.email_test()} lead={m.email_test_lead()}>
      {!ready && <p className="text-muted">{m.email_test_first()}</p>}
      {ready && (
        <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
          <Field
            className="min-w-0 flex-1 basis-60"
            hideLabel
            label={m.email_test_to()}
            error={issueOf(send.error, "to") ?? refusalOf(send.error)}
          >
            <TextInput
              type="email"
              value={to}
              onChange={(event) => {
                // The next test is a new mail.
                clientId.current = undefined;
                setTo(event.target.value);
              }}
              autoComplete="email"
              spellCheck={false}
            />
          </Field>
          <Button type="submit" className="h-9" busy={send.isPending}>
            {m.email_test_send()}
          </Button>
        </form>
      )}
      <div role="status" className="empty:hidden">
        {delivery && (
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <Chip tone={DELIVERY[delivery.state].tone}>{DELIVERY[delivery.state].label()}</Chip>
              <span className="wrap-anywhere">{delivery.to}</span>
            </p>
            <p className="text-muted wrap-anywhere">
              {slow && isOnItsWay(delivery.state) ? m.email_test_slow() : (delivery.error ?? DELIVERY[delivery.state].means())}
            </p>
          </div>
        )}
      </div>
    </Section>
  );
}
