// Dialog for a source's settings: name, visibility, pages, removal.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { changeSource, listItems, listSources, readSource, removeSource, type Source, sourcesPath } from "../../contract.ts";
import { VisibilityFields, type VisibilityValue } from "../visibility-fields.tsx";
import { type CrawlerView, textOf, WebsiteFields, websiteOf } from "../website-fields.tsx";

interface Props {
  readonly projectId: string;
  readonly source: Source;
  readonly crawler: CrawlerView;
  readonly languages: readonly string[];
  onClose(): void;
}

export function SettingsDialog({ projectId, source, crawler, languages, onClose }: Props) {
  const { name, audience, assistant, locale } = source;
  const [reach, setReach] = useState<VisibilityValue>({ name, audience, assistant, locale });
  const [website, setWebsite] = useState(() => (source.website ? textOf(source.website) : undefined));
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const params = { projectId, sourceId: source.id };
  const save = useRouteMutation(changeSource, {
    suppressToast: true,
    invalidates: [readSource, listSources, listItems],
    done: () => {
      onClose();
      toast({ tone: "ok", title: m.knowledge_saved() });
    },
  });
  const remove = useRouteMutation(removeSource, {
    suppressToast: true,
    invalidates: [listSources],
    done: () => {
      toast({ tone: "ok", title: m.knowledge_removed({ name }) });
      void navigate({ to: sourcesPath(projectId) });
    },
  });
  const changed = Object.fromEntries(Object.entries(reach).filter(([key, value]) => value !== source[key as keyof VisibilityValue]));
  const same = !website || JSON.stringify(website) === JSON.stringify(source.website && textOf(source.website));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Sends only what was changed, because a new audience updates every document.
    save.mutate({ params, body: { ...changed, ...(same ? {} : { website: websiteOf(website) }) } });
  };
  const refused = refusalOf(save.error);
  return (
    <>
      <Dialog open={!removing} onClose={onClose} title={m.knowledge_settings_title({ name })} size="md">
        <form onSubmit={submit} noValidate className="grid gap-4">
          <VisibilityFields value={reach} onChange={setReach} error={save.error} languages={languages} />
          {website && <WebsiteFields value={website} onChange={setWebsite} crawler={crawler} error={save.error} />}
          {refused && (
            <p role="alert" className="text-bad-text">
              {refused}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button className="me-auto" onClick={() => setRemoving(true)}>
              {m.knowledge_remove()}
            </Button>
            <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={same && Object.keys(changed).length === 0}>
              {m.knowledge_save()}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ params })}
        title={m.knowledge_remove_title({ name })}
        body={m.knowledge_remove_body()}
        action={m.knowledge_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </>
  );
}
