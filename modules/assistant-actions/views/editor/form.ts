// What the editor's form holds, and the draft that it is saved as.
import type { Action } from "../../contract.ts";
import type { ActionDraft } from "../../contract.ts";

/** `set`: a value is stored, which the field does not show. */
export interface FormHeader {
  readonly name: string;
  readonly value: string;
  readonly set: boolean;
}
export interface Form extends Omit<ActionDraft, "headers" | "body" | "inputs"> {
  readonly body: string;
  readonly headers: readonly FormHeader[];
  /** Choices as they are typed, one on each line. */
  readonly inputs: readonly (Omit<ActionDraft["inputs"][number], "choices"> & { readonly choices: string })[];
}

export const EMPTY: Form = {
  ...{ name: "", description: "", kind: "reads", personal: false, method: "GET", url: "", body: "" },
  ...{ headers: [], inputs: [], told: [{ path: "", label: "" }] },
};
export const formOf = (action: Action): Form => ({
  name: action.name,
  description: action.description,
  kind: action.kind,
  personal: action.personal,
  method: action.method,
  url: action.url,
  body: action.body ?? "",
  headers: action.headers.map(({ name, set }) => ({ name, value: "", set })),
  inputs: action.inputs.map((input) => ({ ...input, choices: input.choices.join("\n") })),
  told: action.told,
});
export const hasBody = (method: ActionDraft["method"]): boolean => method !== "GET" && method !== "DELETE";
export const draftOf = ({ body, headers, inputs, ...form }: Form): ActionDraft => ({
  ...form,
  name: form.name.trim(),
  description: form.description.trim(),
  url: form.url.trim(),
  body: hasBody(form.method) && body.trim() !== "" ? body.trim() : null,
  headers: headers.map(({ name, value, set }) => ({ name: name.trim(), value: value === "" && set ? null : value.trim() })),
  inputs: inputs.map((input) => ({
    ...input,
    name: input.name.trim(),
    description: input.description.trim(),
    choices:
      input.type === "choice"
        ? input.choices
            .split("\n")
            .map((one) => one.trim())
            .filter((one) => one !== "")
        : [],
  })),
  told: form.told.map(({ path, label }) => ({ path: path.trim(), label: label.trim() })),
});
