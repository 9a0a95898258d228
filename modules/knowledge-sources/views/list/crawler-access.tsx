// Lets the installation's first owner allow this project to use the crawler.
import { useWrite } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { listSources, openCrawler, readSource } from "../../contract.ts";

export function CrawlerAccess({ projectId, opened }: { projectId: string; opened: boolean }) {
  const { name } = useProject();
  const open = useWrite(openCrawler, { changes: [listSources, readSource] });
  return (
    <div className="mt-6">
      <Section title={m.knowledge_crawler()}>
        <Switch
          label={m.knowledge_crawler_open({ project: name })}
          hint={m.knowledge_crawler_hint()}
          checked={opened}
          disabled={open.isPending}
          onSet={(value) => open.mutate({ params: { projectId }, body: { open: value } })}
        />
      </Section>
    </div>
  );
}
