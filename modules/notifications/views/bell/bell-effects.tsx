// What the bell does beside its list: the badge of title and favicon, the sound, and reading again what may have changed.
import { queryClient } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { setTitleBadge } from "#dashboard/title.ts";
import { onRead, useLive } from "#modules/live-inbox/views";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type BellState, readBell } from "../../contract.ts";
import { showFaviconBadge } from "./favicon.ts";
import { answerServiceWorker } from "./push-client.ts";
import { ring } from "./sound.ts";

/** A burst of events reads the bell once. */
const SETTLES = 1000;
const reread = (): void => void queryClient.invalidateQueries({ queryKey: [readBell.name] });

export default function BellEffects({ projectId, bell: { unread, newestAt, quiet } }: { projectId: string; bell: BellState }) {
  useEffect(() => {
    setTitleBadge(unread);
    showFaviconBadge(unread > 0);
    return () => {
      setTitleBadge(0);
      showFaviconBadge(false);
    };
  }, [unread]);

  // What others do ends news, such as taking a conversation that nobody had; and so does reading.
  const events = useLive(projectId, useMe().id, (state) => state.events);
  const last = useRef(events);
  useEffect(() => {
    if (last.current === events || unread === 0) return;
    last.current = events;
    const timer = setTimeout(reread, SETTLES);
    return () => clearTimeout(timer);
  }, [events, unread]);
  useEffect(() => onRead(reread), []);
  const router = useRouter();
  useEffect(() => answerServiceWorker((path) => router.history.push(path)), [router]);

  const heard = useRef(newestAt);
  useEffect(() => {
    if (heard.current === newestAt) return;
    const isNewer = newestAt !== null && (heard.current === null || newestAt > heard.current);
    heard.current = newestAt;
    if (isNewer && unread > 0 && !quiet) void ring(projectId, newestAt);
  }, [projectId, newestAt, unread, quiet]);
  return null;
}
