// Pure rules of projects: default appearance, slugs and the install snippet.
import { inLanguage } from "#kernel/language/current.ts";
import { LANGUAGES } from "#kernel/language/languages.ts";
import { m } from "#messages";
import type { WidgetAppearance } from "./contract.ts";

/** What a new project's chat looks like, in the language of whoever makes it. */
export const defaultAppearance = (): WidgetAppearance => ({
  color: "#3b5bdb",
  title: m.projects_default_title(),
  greeting: m.projects_default_greeting(),
  side: "right",
  launcher: "chat",
  theme: "auto",
  offset: 20,
});

/** What new projects' chats look like in each language. What one says that nobody changed is said so, whoever asks for it. */
export const defaultAppearances = (): WidgetAppearance[] => LANGUAGES.map((language) => inLanguage(language, defaultAppearance));

/** A slug of letters, digits and hyphens from a name; "project" if nothing is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  return slug === "" ? "project" : slug;
}

/** The HTML that the owner pastes before </body>. */
export const snippetOf = (origin: string, key: string): string => `<script async src="${origin}/widget.js" data-key="${key}"></script>`;
