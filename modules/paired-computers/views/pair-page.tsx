// The page on which a person pairs a computer: the code, what asks for access, and what it gets.
import { Link, useSearch } from "@tanstack/react-router";
import { addressOf } from "#dashboard/address.ts";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { Ban, CircleCheck, History } from "lucide-react";
import { type FormEvent, useState } from "react";
import { openPairing, type Pairing, readUserCode } from "../contract.ts";
import { ReviewForm } from "./review-form.tsx";

type Step =
  | { readonly at: "code" }
  | { readonly at: "review"; readonly pairing: Pairing; readonly code: string }
  | { readonly at: "approved"; readonly pairing: Pairing; readonly projectId: string }
  | { readonly at: "denied" }
  | { readonly at: "decided" };

export default function PairPage() {
  const { code: given = "" } = useSearch({ strict: false }) as { code?: string };
  const [step, setStep] = useState<Step>({ at: "code" });
  const again = <Button onClick={() => setStep({ at: "code" })}>{m.paired_computers_another_code()}</Button>;
  return (
    <Page title={m.paired_computers_pair_title()} lead={step.at === "code" && m.paired_computers_pair_lead()}>
      {step.at === "code" ? (
        <CodeForm
          given={given}
          onOpened={(pairing, code) => setStep(pairing.state === "pending" ? { at: "review", pairing, code } : { at: "decided" })}
        />
      ) : step.at === "review" ? (
        <ReviewForm
          {...step}
          onApproved={(pairing, projectId) => setStep({ at: "approved", pairing, projectId })}
          onDenied={() => setStep({ at: "denied" })}
          onAgain={() => setStep({ at: "code" })}
        />
      ) : (
        <div role="status" className="flex flex-1 flex-col">
          {step.at === "approved" ? (
            <EmptyState
              icon={CircleCheck}
              title={m.paired_computers_approved({ name: step.pairing.name })}
              body={m.paired_computers_approved_body()}
              action={
                <Link to={addressOf("settings-paired-computers", { projectId: step.projectId }) ?? ""} className={buttonLink}>
                  {m.paired_computers_open_list()}
                </Link>
              }
            />
          ) : step.at === "denied" ? (
            <EmptyState icon={Ban} title={m.paired_computers_denied_title()} body={m.paired_computers_denied_body()} action={again} />
          ) : (
            <EmptyState icon={History} title={m.paired_computers_decided_title()} body={m.paired_computers_decided_body()} action={again} />
          )}
        </div>
      )}
    </Page>
  );
}

/** A code that came with the link is filled in, but only the person opens it. */
function CodeForm({ given, onOpened }: { given: string; onOpened(pairing: Pairing, code: string): void }) {
  const [code, setCode] = useState(() => given.slice(0, 40));
  const open = useRouteMutation(openPairing, {
    suppressToast: true,
    done: ({ pairing }) => onOpened(pairing, readUserCode(code) ?? code),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    open.mutate({ body: { code } });
  };
  return (
    <Section title={m.paired_computers_code()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.paired_computers_code()} hideLabel hint={m.paired_computers_code_hint()} error={refusalOf(open.error)}>
          <TextInput
            value={code}
            onChange={(event) => setCode(event.target.value)}
            maxLength={40}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-60 font-mono tracking-widest uppercase"
          />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={open.isPending} disabled={code.trim() === ""}>
            {m.paired_computers_continue()}
          </Button>
        </div>
      </form>
    </Section>
  );
}
