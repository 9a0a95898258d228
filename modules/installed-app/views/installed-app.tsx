// Keeps the dashboard for times without a connection while it is open, and offers to install it.
import type { personChoices, PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { useStore } from "#dashboard/store.ts";
import { whenIdle } from "#dashboard/when-idle.ts";
import { m } from "#messages";
import { loadDelivery } from "#modules/inbox/views";
import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { install, installPrompt } from "./install-prompt.ts";
import { useCommand } from "#dashboard/shortcuts.ts";

let started = false;

/** Mounted once, at every width, on every page of a project: it draws nothing. */
export default function InstalledApp({ onItems }: PropsOf<typeof personChoices>) {
  const me = useMe().id;
  const navigate = useNavigate();
  const offer = useStore(installPrompt);
  const begin = useEffectEvent(() => {
    if (started) return;
    started = true;
    void loadDelivery().then((loaded) => loaded.startDelivery(me, (path) => void navigate({ to: path })), console.error);
    whenIdle(() => void import("./keep/start-keeping.ts").then((loaded) => loaded.startKeeping(me), console.error));
  });
  useEffect(() => begin(), []);
  const isOffered = offer !== undefined;
  useEffect(() => {
    onItems("install", isOffered ? [{ label: m.installed_app_install(), icon: Download, onSelect: install }] : []);
    return () => onItems("install", []);
  }, [isOffered, onItems]);
  return isOffered ? <InstallCommand /> : null;
}

function InstallCommand() {
  useCommand(install, { label: m.installed_app_install(), group: m.dashboard_account_menu() });
  return null;
}
