// Lets the installation's first owner allow this project to use the crawler.
import { useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { listSources, openCrawler, readSource } from "../../contract.ts";

export function CrawlerAccess({ projectId, enabled }: { projectId: string; enabled: boolean }) {
  const { name } = useProject();
  const enable = useRouteMutation(openCrawler, { invalidates: [listSources, readSource] });
  return (
    <div className="mt-6">
      <Section title={m.knowledge_crawler()}>
        <Switch
          label={m.knowledge_crawler_open({ project: name })}
          hint={m.knowledge_crawler_hint()}
          checked={enabled}
          disabled={enable.isPending}
          onChange={(value) => enable.mutate({ params: { projectId }, body: { open: value } })}
        />
      </Section>
    </div>
  );
}
