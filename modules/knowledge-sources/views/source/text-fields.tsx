// Fields for a title and a Markdown text, with a preview.
import { issueOf } from "#dashboard/api.ts";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { m } from "#messages";
import { useState } from "react";
import { MAX_SNIPPET } from "../../contract.ts";

export interface Words {
  readonly title: string;
  readonly content: string;
}
interface Props {
  readonly value: Words;
  onChange(value: Words): void;
  readonly titleLabel: string;
  readonly textLabel: string;
  readonly error: unknown;
  readonly readOnly?: boolean;
}

export function TextFields({ value, onChange, titleLabel, textLabel, error, readOnly = false }: Props) {
  const [shown, setShown] = useState<"write" | "preview">("write");
  return (
    <>
      <Field label={titleLabel} error={issueOf(error, "title") ?? issueOf(error, "question")}>
        <TextInput
          value={value.title}
          limit={200}
          readOnly={readOnly}
          dir="auto"
          onChange={(event) => onChange({ ...value, title: event.target.value })}
        />
      </Field>
      <div className="grid gap-1.5">
        <Tabs<"write" | "preview">
          label={textLabel}
          value={shown}
          onChange={(value) => setShown(value)}
          tabs={[
            {
              value: "write",
              label: m.knowledge_write(),
              panel: (
                <Field label={textLabel} hint={m.knowledge_text_hint()} error={issueOf(error, "content") ?? issueOf(error, "answer")}>
                  <TextArea
                    rows={10}
                    value={value.content}
                    limit={MAX_SNIPPET}
                    readOnly={readOnly}
                    dir="auto"
                    className="max-h-96!"
                    onChange={(event) => onChange({ ...value, content: event.target.value })}
                  />
                </Field>
              ),
            },
            {
              value: "preview",
              label: m.knowledge_preview(),
              panel: (
                <div
                  tabIndex={0}
                  role="region"
                  aria-label={m.knowledge_preview()}
                  className="max-h-96 overflow-y-auto rounded-md border border-line p-3"
                >
                  {value.content.trim() === "" ? (
                    <p className="text-muted">{m.knowledge_preview_empty()}</p>
                  ) : (
                    <Markdown text={value.content} />
                  )}
                </div>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
