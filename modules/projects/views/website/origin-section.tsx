// Section for the one origin on which the widget may run.
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { issueOf, queryClient, reading, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProjects } from "#dashboard/session.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeWidgetSettings, readWidgetSettings } from "../../contract.ts";
import { asOrigin } from "./origin.ts";

interface OriginProps {
  readonly projectId: string;
  readonly origin: string | null;
  readonly mayChange: boolean;
}

/** A pasted path is cut off before it is sent. */
export function OriginSection({ projectId, origin, mayChange }: OriginProps) {
  const [text, setText] = useState(origin ?? "");
  const { mayCreate } = useProjects();
  const [asking, setAsking] = useState(false);
  const save = useRouteMutation(changeWidgetSettings, {
    suppressToast: true,
    done: (settings) => {
      setAsking(false);
      // The typed text may be another spelling of the origin, or contain more than is stored.
      setText(settings.websiteOrigin ?? "");
      queryClient.setQueryData(reading(readWidgetSettings, { params: { projectId } }).queryKey, settings);
      toast({ tone: "ok", title: m.projects_saved() });
    },
  });
  const store = (websiteOrigin: string | null): void => save.mutate({ params: { projectId }, body: { websiteOrigin } });
  const changed = text !== (origin ?? "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = asOrigin(text);
    // Without an origin there is no chat, so an empty field is not saved by accident.
    if (next === null && origin !== null) setAsking(true);
    else store(next);
  };
  return (
    <Section title={m.projects_origin_title()} lead={m.projects_origin_lead()}>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <UnsavedChanges when={changed} />
        <Field
          className="min-w-0 flex-1 basis-60"
          hideLabel
          label={m.projects_origin_title()}
          hint={m.projects_origin_one()}
          error={issueOf(save.error, "websiteOrigin") ?? refusalOf(save.error)}
        >
          <TextInput
            value={text}
            onChange={(event) => setText(event.target.value)}
            disabled={!mayChange}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://www.example.com"
          />
        </Field>
        <Button type="submit" variant="primary" className="h-9" busy={save.isPending} disabled={!mayChange || !changed}>
          {m.projects_save()}
        </Button>
      </form>
      <details>
        <summary className="w-fit rounded-xs text-accent-text hover:underline">{m.projects_origin_more()}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-muted">
          <li>{m.projects_origin_more_www()}</li>
          <li>{m.projects_origin_more_staging()}</li>
          <li>{m.projects_origin_more_members()}</li>
        </ul>
        {mayCreate && (
          <Link to="/projects" search={{ new: "1" } as never} className={`mt-3 ${buttonClasses("secondary", "sm")}`}>
            {m.projects_origin_more_create()}
          </Link>
        )}
      </details>
      <ConfirmDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          setText(origin ?? "");
        }}
        onConfirm={() => store(null)}
        title={m.projects_origin_none_title()}
        body={m.projects_origin_none_body({ origin: origin ?? "" })}
        action={m.projects_origin_none()}
        busy={save.isPending}
        error={refusalOf(save.error)}
      />
    </Section>
  );
}
