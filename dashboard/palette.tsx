// Command palette (⌘K): finds pages, actions and projects by part of their name.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { Command, CornerDownLeft, FolderKanban, Monitor, Moon, Search, Sun } from "lucide-react";
import { m } from "#messages";
import { allScreens, navScreens, settingsScreens } from "./registered-screens.ts";
import { screenPath } from "./paths.ts";
import { type PaletteEntry, paletteSource, Slot } from "./screen.ts";
import { useIsFirstOwner, useProjectId, useProjects } from "./session.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { setTheme } from "./theme.ts";
import { releaseKeys } from "./type-ahead.ts";
import { type Icon, STROKE } from "./ui/icon.ts";
import { Kbd } from "./ui/kbd.tsx";

interface Entry {
  readonly value: string;
  readonly label: string;
  readonly icon: Icon;
  readonly shortcut?: string | undefined;
  readonly detail?: ReactNode;
  /** Fits whatever is typed: a source has found it for that. */
  readonly isFound?: true;
  run(): void;
}
interface Group {
  readonly value: string;
  readonly items: readonly Entry[];
}

export default function Palette({ onClose }: { onClose(): void }) {
  const own = useGroups();
  const projectId = useProjectId();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<ReadonlyMap<string, readonly PaletteEntry[]>>(new Map());
  const show = useCallback((group: string, entries: readonly PaletteEntry[]) => setFound((all) => new Map(all).set(group, entries)), []);
  const { contains } = Autocomplete.useFilter({ sensitivity: "base" });
  const groups: Group[] = [
    ...own,
    ...[...found].flatMap(([value, entries]) =>
      entries.length === 0 ? [] : [{ value, items: entries.map((entry) => ({ ...entry, isFound: true as const })) }],
    ),
  ];
  const choose = (entry: Entry): void => {
    onClose();
    // Runs after the dialog has returned the focus, so that an action may move it.
    setTimeout(() => entry.run(), 0);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[120ms] data-[starting-style]:opacity-0" />
        <Dialog.Popup
          aria-label={m.dashboard_palette()}
          className="fixed inset-x-0 top-0 z-40 mx-auto w-full max-w-140 overflow-hidden bg-surface shadow-3 outline-none sm:top-[min(16vh,140px)] sm:w-[calc(100%-32px)] sm:rounded-lg"
        >
          <Autocomplete.Root
            items={groups}
            inline
            open
            autoHighlight="always"
            value={query}
            onValueChange={(value) => setQuery(value)}
            itemToStringValue={(entry: Entry) => entry.label}
            filter={(entry: Entry, typed) => entry.isFound === true || contains(entry.label, typed)}
          >
            <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 text-muted" strokeWidth={STROKE} aria-hidden />
              <Autocomplete.Input
                aria-label={m.dashboard_search()}
                placeholder={m.dashboard_palette_placeholder()}
                onFocus={() => setQuery((typed) => typed + releaseKeys())}
                className="h-full min-w-0 flex-1 bg-transparent text-md outline-none"
              />
              <Kbd keys="Escape" />
            </div>
            <Autocomplete.Empty>
              <p className="px-4 py-8 text-center text-muted">{m.dashboard_palette_empty()}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="max-h-[min(50dvh,380px)] overflow-y-auto overscroll-contain p-1.5 data-[empty]:p-0">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-2xs font-medium text-faint">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item key={entry.value} value={entry} onClick={() => choose(entry)} className="item">
                        <entry.icon className="size-4 shrink-0 text-muted" strokeWidth={STROKE} aria-hidden />
                        <span dir={entry.isFound ? "auto" : undefined} className="min-w-0 flex-1 truncate">
                          {entry.label}
                          {entry.detail !== undefined && <span className="ms-2 text-muted">{entry.detail}</span>}
                        </span>
                        {entry.shortcut ? <Kbd keys={entry.shortcut} /> : null}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          {projectId !== undefined && (
            <Suspense>
              <Slot of={paletteSource} projectId={projectId} query={query} show={show} />
            </Suspense>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useGroups(): Group[] {
  const router = useRouter();
  const projectId = useProjectId();
  const projects = useProjects().items;
  const shortcuts = useShortcuts();
  const isFirstOwner = useIsFirstOwner();
  const go = (path: string) => () => void router.navigate({ to: path });
  const actions: Entry[] = [...new Map(shortcuts.filter(({ run }) => run).map((each) => [each.keys || each.label, each])).values()]
    .flatMap(({ run, ...each }) => (run && !each.hidden ? [{ ...each, run }] : []))
    .map((each) => ({
      value: `action ${each.keys || each.label}`,
      label: each.label,
      icon: Command,
      shortcut: each.keys || undefined,
      run: () => each.run(),
    }));
  const pages: Entry[] = [
    ...(projectId === undefined
      ? []
      : [
          ...navScreens().map((screen) => ({
            value: screen.name,
            label: screen.nav.label(),
            icon: screen.nav.icon,
            shortcut: `g ${screen.nav.key.toLowerCase()}`,
            run: go(screenPath(screen, projectId)),
          })),
          ...settingsScreens("project").map((screen) => ({
            value: screen.name,
            label: `${m.dashboard_settings()}: ${screen.settings.label()}`,
            icon: CornerDownLeft,
            run: go(screenPath(screen, projectId)),
          })),
        ]),
    ...allScreens()
      .filter((screen) => screen.scope === "account" && screen.settings && (isFirstOwner || !screen.settings.firstOwner))
      .map((screen) => ({
        value: screen.name,
        label: `${m.dashboard_account()}: ${screen.settings?.label() ?? ""}`,
        icon: CornerDownLeft,
        run: go(screen.path),
      })),
    { value: "projects", label: m.dashboard_all_projects(), icon: FolderKanban, run: go("/projects") },
  ];
  const themes: Entry[] = [
    { value: "theme light", label: m.dashboard_theme_to({ theme: m.dashboard_theme_light() }), icon: Sun, run: () => setTheme("light") },
    { value: "theme dark", label: m.dashboard_theme_to({ theme: m.dashboard_theme_dark() }), icon: Moon, run: () => setTheme("dark") },
    {
      value: "theme system",
      label: m.dashboard_theme_to({ theme: m.dashboard_theme_system() }),
      icon: Monitor,
      run: () => setTheme("system"),
    },
  ];
  const others = projects
    .filter((project) => project.id !== projectId)
    .map((project) => ({ value: project.id, label: project.name, icon: FolderKanban, run: go(`/projects/${project.id}`) }));
  return [
    { value: m.dashboard_palette_pages(), items: pages },
    { value: m.dashboard_palette_actions(), items: actions },
    { value: m.dashboard_palette_projects(), items: others },
    { value: m.dashboard_theme(), items: themes },
  ].filter((group) => group.items.length > 0);
}
