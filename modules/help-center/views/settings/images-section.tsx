// Logo and cover image.
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { ImageUse } from "../../contract.ts";
import { ImageField } from "./image-field.tsx";
import type { SetFields, SettingsFields } from "./settings-payload.ts";

interface Props {
  readonly projectId: string;
  readonly form: SettingsFields;
  readonly set: SetFields;
  issue(path: string): string | undefined;
}
export function ImagesSection({ projectId, form: { images }, set, issue }: Props) {
  const field = (use: ImageUse) => ({
    projectId,
    use,
    image: images[use],
    error: issue(`images.${use}`),
    // Without a logo there is nothing to replace on dark backgrounds.
    onChange: (image: SettingsFields["images"][ImageUse]) =>
      set(({ images: now }) => ({ images: { ...now, [use]: image, ...(use === "logo" && image === null ? { logoDark: null } : {}) } })),
  });
  const problem = issue("images");
  return (
    <Section title={m.help_settings_images()} lead={m.help_settings_images_lead()}>
      <ImageField {...field("logo")} label={m.help_settings_logo()} hint={m.help_settings_logo_hint()} />
      {images.logo && <ImageField {...field("logoDark")} label={m.help_settings_logo_dark()} hint={m.help_settings_logo_dark_hint()} />}
      <ImageField {...field("cover")} label={m.help_settings_cover()} hint={m.help_settings_cover_hint()} />
      <p role="alert" className={problem === undefined ? "hidden" : "text-xs text-bad-text"}>
        {problem}
      </p>
    </Section>
  );
}
