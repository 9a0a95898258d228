// The conditions of a view in the audit log, as the filter says them.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import type { Conditions } from "#modules/conversations/contract";
import { useFields } from "./fields.tsx";
import { inWords } from "./in-words.ts";

export default function AuditConditions({ projectId, text }: { readonly projectId: string; readonly text: string }) {
  const { conditions } = JSON.parse(text) as { conditions: Conditions };
  const { fields, source } = useFields(projectId, conditions);
  const said = new Intl.ListFormat(locale).format(conditions.map((one) => inWords(one, fields)));
  return (
    <>
      {source}
      <span dir="auto">{said === "" ? m.saved_views_no_condition() : said}</span>
    </>
  );
}
