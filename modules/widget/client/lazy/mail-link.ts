// Opens the conversation of a mail's link, in the visitor's browser or any other. The token is removed from the address bar at once, and
// used only if the visitor is not known yet.
import { call, refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import type { TextKey } from "../panel/language.ts";
import { panelPaths } from "../panel/paths.ts";
import { uuid } from "../ids.ts";
import type { Engine, Panel } from "../types.ts";
import { MAIL_LINK_PATH } from "./mail-link-path.ts";

/** Whether the conversation belongs to the visitor of the stored session. */
const isOwn = async ({ origin, session }: Engine, id: string): Promise<boolean> => {
  const stored = session.stored();
  return (
    stored !== undefined &&
    call(origin + panelPaths.thread(id), stored.token).then(
      () => true,
      () => false,
    )
  );
};

/** Opens the conversation in the page's URL. Another visitor's session is replaced: whoever follows the link owns the mailbox. */
export async function openMailLink(engine: Engine, load: () => Promise<Panel>): Promise<void> {
  const { session, origin, key } = engine;
  const [, id = "", token = ""] = /^#seed-desk=(cnv_\w+)\.([\w-]+)$/.exec(location.hash) ?? [];
  history.replaceState(history.state, "", location.pathname + location.search);
  let problem: TextKey | undefined;
  await session.queue(async () => {
    if (!id || (await isOwn(engine, id))) return;
    const had = session.stored();
    try {
      const came = await call<{ token: string; expiresAt: string }>(origin + MAIL_LINK_PATH, undefined, {
        key,
        clientId: uuid(),
        token,
      });
      session.keep({ token: came.token, until: Date.parse(came.expiresAt) });
      session.notify(had ? "replaced" : "started");
    } catch (caught) {
      problem = refused(caught, 409) ? "linkExpired" : "linkNotLoaded";
    }
  });
  const panel = await load();
  const { store, show, text } = panel.controller as PanelController;
  panel.open();
  if (problem) return store.set({ notice: text(problem) });
  if (!id) return;
  // The panel chooses its first view when the list arrives, so this choice must come first.
  const showConversation = () => {
    if (store.get().listing !== "ready" && store.get().listing !== "failed") return;
    end();
    show(id);
  };
  const end = store.subscribe(showConversation);
  showConversation();
}
