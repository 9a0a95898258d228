// What a member chooses for this browser alone: push notifications and the sound.
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { useState } from "react";
import { PushChoice } from "./push-choice.tsx";
import { hasSound, setSound, tone } from "./bell/sound.ts";

export function ThisBrowser({ projectId }: { projectId: string }) {
  const [sound, choose] = useState(hasSound);
  return (
    <Section title={m.notifications_browser()} lead={m.notifications_browser_lead()}>
      <PushChoice projectId={projectId} />
      <Switch
        label={m.notifications_sound()}
        hint={m.notifications_sound_hint()}
        checked={sound}
        onChange={(on) => {
          choose(on);
          setSound(on);
          if (on) tone();
        }}
      />
    </Section>
  );
}
