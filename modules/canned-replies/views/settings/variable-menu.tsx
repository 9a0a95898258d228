// The menu that puts a variable into a text.
import { Button } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { Braces } from "lucide-react";
import type { RefObject } from "react";
import { type Variable, VARIABLES } from "../../contract.ts";

const LABELS: Record<Variable, () => string> = {
  "contact.first_name": m.canned_var_first_name,
  "contact.name": m.canned_var_name,
  "contact.email": m.canned_var_email,
  "agent.first_name": m.canned_var_agent_first_name,
  "agent.name": m.canned_var_agent,
  "project.name": m.canned_var_project,
  "conversation.subject": m.canned_var_subject,
};
interface MenuProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Takes the variable where the browser can't type it into the field. */
  onText(text: string): void;
}
export function VariableMenu({ area, onText }: MenuProps) {
  /** Puts a variable in the place of the selection. */
  function insert(variable: Variable): void {
    const field = area.current;
    if (!field) return;
    setTimeout(() => {
      field.focus();
      const text = `{{${variable}}}`;
      if (!document.execCommand("insertText", false, text)) onText(text);
    }, 0);
  }
  return (
    <Menu
      items={VARIABLES.map((variable) => ({ label: LABELS[variable](), hint: `{{${variable}}}`, onSelect: () => insert(variable) }))}
      trigger={
        <Button size="sm" icon={Braces}>
          {m.canned_insert_variable()}
        </Button>
      }
    />
  );
}
