// Dialog to add a source: first its kind, then what that kind needs.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { m } from "#messages";
import { TEAM_ONLY } from "#modules/retrieval/contract";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { createSource, listSources, sourcePath } from "../../contract.ts";
import { VisibilityFields, type VisibilityValue } from "../visibility-fields.tsx";
import { type CrawlerView, NEW_WEBSITE, WebsiteFields, websiteOf, type WebsiteText } from "../website-fields.tsx";
import { kindAbout, kindName, KINDS } from "../labels.ts";

type Kind = (typeof KINDS)[number];

export function AddDialog({
  projectId,
  languages,
  crawler,
  onClose,
}: {
  projectId: string;
  languages: readonly string[];
  crawler: CrawlerView;
  onClose(): void;
}) {
  const [kind, setKind] = useState<Kind>("snippets");
  // Answers of conversations are for the team only until somebody decides otherwise.
  const [reach, setReach] = useState<VisibilityValue>({ name: "", audience: "public", assistant: true, locale: languages[0] ?? "en" });
  const [website, setWebsite] = useState<WebsiteText>(NEW_WEBSITE);
  const [clientId] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const add = useRouteMutation(createSource, {
    suppressToast: true,
    invalidates: [listSources],
    done: ({ source }) => {
      onClose();
      void navigate({ to: sourcePath(projectId, source.id) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate({
      params: { projectId },
      body: {
        clientId,
        kind,
        ...reach,
        name: reach.name.trim() || kindName[kind](),
        ...(kind === "website" ? { website: websiteOf(website) } : {}),
      },
    });
  };
  const refused = refusalOf(add.error);
  return (
    <Dialog open onClose={onClose} title={m.knowledge_add()} size="md">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium">{m.knowledge_kind()}</legend>
          {KINDS.map((one) => (
            <label
              key={one}
              className="flex gap-2.5 rounded-md border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                aria-label={kindName[one]()}
                aria-describedby={`about-${one}`}
                name="kind"
                checked={kind === one}
                onChange={() => {
                  setKind(one);
                  setReach({ ...reach, audience: one === "answers" ? TEAM_ONLY : "public" });
                }}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="grid content-start">
                <span className="font-medium">{kindName[one]()}</span>
                <span id={`about-${one}`} className="text-xs text-muted">
                  {kindAbout[one]()}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <VisibilityFields value={reach} onChange={setReach} error={add.error} languages={languages} />
        {kind === "website" && <WebsiteFields value={website} onChange={setWebsite} crawler={crawler} error={add.error} />}
        {refused && (
          <p role="alert" className="text-bad-text">
            {refused}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {m.knowledge_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
