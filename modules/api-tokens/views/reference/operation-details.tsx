// One operation of the API reference: who may call it, its parameters, examples, refusals, and a call with curl.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { m } from "#messages";
import { type ReactNode, useState } from "react";
import { curlOf, type Listed, replyOf } from "./document.ts";

const TONES: Readonly<Record<string, Tone>> = { GET: "ok", POST: "accent", PUT: "warn", PATCH: "warn", DELETE: "bad" };

/** `alone`: the search found nothing else, so it is open at once. */
export function OperationDetails({ operation, alone }: { readonly operation: Listed; readonly alone: boolean }) {
  const [open, setOpen] = useState(alone);
  return (
    <li id={operation.operationId} className="min-w-0 border-b border-line last:border-b-0">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-w-0 cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover">
          <Chip tone={TONES[operation.method] ?? "neutral"} className="font-mono">
            {operation.method}
          </Chip>
          <h3 className="min-w-0 text-sm font-medium wrap-anywhere">{operation.summary}</h3>
          <code className="min-w-0 font-mono text-xs wrap-anywhere text-muted">{operation.path}</code>
        </summary>
        {open && <Body operation={operation} />}
      </details>
    </li>
  );
}

function Body({ operation }: { readonly operation: Listed }) {
  const body = operation.requestBody;
  const example = body?.content["application/json"]?.example;
  const reply = replyOf(operation);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 px-4 pt-1 pb-5 text-sm">
      <div className="grid gap-1">
        {operation.description.split("\n\n").map((part) => (
          <p key={part} className="wrap-anywhere">
            {part}
          </p>
        ))}
      </div>
      {operation.parameters.length > 0 && (
        <Part title={m.api_tokens_reference_parameters()}>
          <ul className="grid gap-1">
            {operation.parameters.map((one) => (
              <li key={`${one.in} ${one.name}`} className="flex flex-wrap gap-x-2">
                <code className="font-mono text-xs">{one.name}</code>
                <span className="text-xs text-muted">
                  {one.in === "path" ? m.api_tokens_reference_in_path() : m.api_tokens_reference_in_query()}
                  {one.required && one.in === "query" && `, ${m.api_tokens_reference_required()}`}
                  {one.schema?.default !== undefined && `, ${m.api_tokens_reference_default({ value: String(one.schema.default) })}`}
                </span>
                {one.schema?.enum !== undefined && (
                  <code className="min-w-0 font-mono text-xs wrap-anywhere text-muted">{one.schema.enum.join(" | ")}</code>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {body && (
        <Part title={m.api_tokens_reference_body()}>
          {example === undefined ? (
            <p className="wrap-anywhere">{body.description}</p>
          ) : (
            <Example of={operation.operationId} value={example} />
          )}
        </Part>
      )}
      {reply && (
        <Part title={m.api_tokens_reference_status({ status: reply.status })}>
          {reply.example === undefined ? (
            <p className="wrap-anywhere">{reply.description}</p>
          ) : (
            <Example of={`${operation.operationId}, ${m.api_tokens_reference_reply()}`} value={reply.example} />
          )}
        </Part>
      )}
      {operation["x-codes"].length > 0 && (
        <Part title={m.api_tokens_reference_refusals()}>
          <p className="font-mono text-xs wrap-anywhere">{operation["x-codes"].join(", ")}</p>
        </Part>
      )}
      {operation["x-limits"] !== undefined && (
        <Part title={m.api_tokens_reference_limits()}>
          <p className="font-mono text-xs wrap-anywhere">{operation["x-limits"].join(", ")}</p>
        </Part>
      )}
      <Part title={m.api_tokens_reference_call()}>
        <Code label={m.api_tokens_reference_call()} text={curlOf(operation, location.origin)} />
      </Part>
    </div>
  );
}
const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="grid min-w-0 grid-cols-1 gap-1">
    <h4 className="text-xs font-semibold text-muted">{title}</h4>
    {children}
  </section>
);
const Example = ({ of, value }: { readonly of: string; readonly value: unknown }) => (
  <Code label={m.api_tokens_reference_example_of({ name: of })} text={JSON.stringify(value, null, 2)} />
);
const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="flex min-w-0 items-start gap-2">
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-72 min-w-0 flex-1 overflow-auto rounded-md bg-subtle px-3 py-2 font-mono text-xs"
    >
      {text}
    </pre>
    <CopyButton text={text} />
  </div>
);
