// Settings section of this browser rather than of the account: theme, sign out. Phones have no sidebar, and so not its menu.
import { LogOut } from "lucide-react";
import { m } from "#messages";
import { openSignOutDialog } from "./overlays.tsx";
import { setTheme, THEMES, type Theme, themeName, useTheme } from "./theme.ts";
import { Button } from "./ui/button.tsx";
import { Field, Select } from "./ui/field.tsx";
import { Section } from "./ui/page.tsx";

export function BrowserSection() {
  const theme = useTheme();
  return (
    <Section
      title={m.dashboard_theme_browser()}
      actions={
        <Button icon={LogOut} onClick={openSignOutDialog}>
          {m.dashboard_sign_out()}
        </Button>
      }
    >
      <Field label={m.dashboard_theme()} className="max-w-60">
        <Select
          value={theme}
          onChange={(value) => setTheme(value as Theme)}
          options={THEMES.map((each) => ({ value: each, label: themeName(each) }))}
        />
      </Field>
    </Section>
  );
}
