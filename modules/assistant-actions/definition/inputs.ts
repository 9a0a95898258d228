// The inputs of an action: their form for a model, and the check of what was given.
import type { Issue } from "#kernel/errors/index.ts";
import { m } from "#messages";
import type { ActionDefinition, ActionInput, InputValue, InputValues } from "../contract/schema.ts";
import { MAX_INPUT_TEXT } from "../contract/schema.ts";
import { isUnsafeInPath, placeholdersOf, splitAddress } from "../contract/template.ts";

/** The inputs as a JSON Schema. */
export const inputSchemaOf = ({ inputs }: Pick<ActionDefinition, "inputs">): object => ({
  type: "object",
  properties: Object.fromEntries(
    inputs.map(({ name, type, description, choices }) => [
      name,
      { type: type === "choice" ? "string" : type, description, ...(type === "choice" ? { enum: choices } : {}) },
    ]),
  ),
  required: inputs.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

/** The name by which a model calls the action: readable, and unlike any other. */
export const toolNameOf = ({ id, name }: { readonly id: string; readonly name: string }): string => {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 40);
  return `${words === "" ? "action" : words}_${id.slice(-6)}`;
};

/** The given inputs, or everything that is wrong with them. Nothing is guessed: a number as a text is refused. */
export function readInputs(action: Pick<ActionDefinition, "inputs" | "url">, given: unknown): InputValues | Issue[] {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return [{ path: "inputs", message: m.assistant_actions_input_form() }];
  const inPath = placeholdersOf(splitAddress(action.url)?.path ?? "");
  const issues: Issue[] = Object.keys(given)
    .filter((name) => !action.inputs.some((input) => input.name === name))
    .map((name) => ({ path: `inputs.${name.slice(0, 40)}`, message: m.assistant_actions_input_unknown() }));
  const values: Record<string, InputValue> = {};
  for (const input of action.inputs) {
    const value = (given as Record<string, unknown>)[input.name];
    const path = `inputs.${input.name}`;
    if (value === undefined || value === null || value === "") {
      if (input.required) issues.push({ path, message: m.assistant_actions_input_missing() });
      continue;
    }
    const read = readInput(input, value);
    if (read === undefined) issues.push({ path, message: wrong(input) });
    else if (inPath.includes(input.name) && isUnsafeInPath(String(read)))
      issues.push({ path, message: m.assistant_actions_input_in_path() });
    else values[input.name] = read;
  }
  return issues.length > 0 ? issues : values;
}

function readInput({ type, choices }: ActionInput, value: unknown): InputValue | undefined {
  switch (type) {
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return typeof value === "string" && choices.includes(value) ? value : undefined;
    case "string": {
      const text = typeof value === "string" ? value.trim().toWellFormed() : "";
      return text === "" || text.length > MAX_INPUT_TEXT || /\p{Cc}/u.test(text) ? undefined : text;
    }
  }
}
const wrong = ({ type, choices }: ActionInput): string => {
  switch (type) {
    case "number":
      return m.assistant_actions_input_number();
    case "boolean":
      return m.assistant_actions_input_boolean();
    case "choice":
      return m.assistant_actions_input_choice({ choices: choices.join(", ") });
    case "string":
      return m.assistant_actions_input_text({ max: MAX_INPUT_TEXT });
  }
};
