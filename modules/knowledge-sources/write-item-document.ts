// Writes the documents of an item: one, or several if it is long.
import { derivedId, type KnowledgeItemId, type ProjectId } from "#kernel/ids/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { sha256 } from "#kernel/auth/index.ts";
import { writeDocument } from "#modules/retrieval";
import type { Visibility } from "./queries.ts";

/** Hash of title and text, by which an unchanged item is recognised. */
export const hashOf = (title: string, content: string): string => sha256(`${title}\n${content}`);

interface DocumentTarget {
  readonly id: KnowledgeItemId;
  readonly projectId: ProjectId;
  readonly title: string;
  readonly url: string | null;
}
/** The statements that store the `n`th part of the item, counting from 1, as a document. */
export async function writePartOf(
  item: DocumentTarget,
  source: Visibility,
  n: number,
  content: string,
  now: number,
  guard: SQL,
): Promise<SQL[]> {
  const key = `${item.id}/${n}`;
  const { audience, assistant, locale } = source;
  const title = n === 1 ? item.title : `${item.title} (${n})`;
  return writeDocument(
    {
      id: await derivedId("knowledgeDocument", key),
      projectId: item.projectId,
      sourceId: source.id,
      key,
      title,
      url: item.url,
      locale,
      audience,
      assistant,
      content,
      hash: hashOf(title, content),
      now,
    },
    guard,
  );
}
