// The two menus of the sidebar: projects on top, account below.
import { useRouter } from "@tanstack/react-router";
import { ChevronsUpDown, FolderKanban, Keyboard, LogOut, Monitor, Moon, Plus, ShieldCheck, Sun, UserRound } from "lucide-react";
import { clsx } from "clsx";
import { Suspense, useCallback, useState } from "react";
import { m } from "#messages";
import { openSignOutDialog, openOverlay } from "./overlays.tsx";
import { memberMark, personChoices, Slot } from "./screen.ts";
import { projectNow, useMe, useProjectId, useProjects } from "./session.tsx";
import { setTheme, THEMES, themeName, useTheme } from "./theme.ts";
import { Avatar } from "./ui/avatar.tsx";
import { Menu, type MenuItem } from "./ui/menu.tsx";

const INITIAL = "grid size-5 shrink-0 place-items-center rounded-xs bg-accent text-2xs font-semibold text-on-accent";
const ROW =
  "flex h-9 w-full items-center justify-center gap-2 rounded-sm px-2 hover:bg-hover aria-expanded:bg-hover xl:justify-start max-xl:px-0";

/** Shows the current project and leads to the others. */
export function ProjectMenu() {
  const router = useRouter();
  const projectId = useProjectId();
  const { items, mayCreate } = useProjects();
  const here =
    items.find((project) => project.id === projectId) ??
    (projectId === undefined ? undefined : projectNow(`/projects/${projectId}`)?.project);
  const go = (to: string) => (): void => void router.navigate({ to });
  const name = here?.name ?? m.dashboard_all_projects();
  const entries: MenuItem[] = [
    { heading: m.dashboard_projects() },
    ...items.map((project) => ({ label: project.name, checked: project.id === projectId, onSelect: go(`/projects/${project.id}`) })),
    "separator",
    { label: m.dashboard_all_projects(), icon: FolderKanban, onSelect: go("/projects") },
    ...(mayCreate ? [{ label: m.dashboard_new_project(), icon: Plus, onSelect: go("/projects?new=1") }] : []),
  ];
  return (
    <Menu
      align="start"
      items={entries}
      trigger={
        <button type="button" className={ROW}>
          <span aria-hidden className={INITIAL}>
            {[...name][0]?.toLocaleUpperCase()}
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-start font-medium max-xl:sr-only">
            {name}
          </span>
          <span className="sr-only">{m.dashboard_switch_project()}</span>
          <ChevronsUpDown className="hidden size-3.5 shrink-0 text-faint xl:block" aria-hidden />
        </button>
      }
    />
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Menu of the signed-in person: account pages, theme, shortcuts, sign out. */
export function PersonMenu() {
  const router = useRouter();
  const me = useMe();
  const theme = useTheme();
  const projectId = useProjectId();
  const [choices, setChoices] = useState<Readonly<Record<string, readonly MenuItem[]>>>({});
  const onItems = useCallback((of: string, items: readonly MenuItem[]) => setChoices((all) => ({ ...all, [of]: items })), []);
  const entries: MenuItem[] = [
    ...Object.values(choices).flatMap((items): readonly MenuItem[] => (items.length > 0 ? [...items, "separator"] : [])),
    { label: m.dashboard_profile(), icon: UserRound, onSelect: () => void router.navigate({ to: "/account/profile" }) },
    { label: m.dashboard_security(), icon: ShieldCheck, onSelect: () => void router.navigate({ to: "/account/security" }) },
    { label: m.dashboard_help_title(), icon: Keyboard, shortcut: "?", onSelect: () => openOverlay("help") },
    "separator",
    { heading: m.dashboard_theme() },
    ...THEMES.map((each) => ({ label: themeName(each), icon: THEME_ICONS[each], checked: theme === each, onSelect: () => setTheme(each) })),
    "separator",
    { label: m.dashboard_sign_out(), icon: LogOut, onSelect: openSignOutDialog },
  ];
  const inProject = projectId !== undefined;
  const menu = (
    <Menu
      align="start"
      side="top"
      items={entries}
      trigger={
        <button type="button" className={clsx(ROW, "relative")}>
          <Avatar id={me.id} name={me.name} size={22} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-start max-xl:sr-only">
            {me.name}
          </span>
          {inProject && (
            <Suspense>
              <Slot of={memberMark} projectId={projectId} accountId={me.id} at="sidebar" />
            </Suspense>
          )}
          <span className="sr-only">{m.dashboard_account_menu()}</span>
          <ChevronsUpDown className="hidden size-3.5 shrink-0 text-faint xl:block" aria-hidden />
        </button>
      }
    />
  );
  return (
    <>
      {menu}
      {inProject && (
        <Suspense>
          <Slot of={personChoices} projectId={projectId} onItems={onItems} />
        </Suspense>
      )}
    </>
  );
}
