// Button below a reply of the team that saves it as knowledge.
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { BookmarkPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const load = () => import("./save-answer-dialog.tsx");
const LazyDialog = lazy(async () => ({ default: (await load()).SaveAnswerDialog }));

interface Props {
  readonly projectId: string;
  readonly message: { readonly id: string; readonly content?: string; readonly authorRole?: string };
}

/** The dialog is loaded on the first click. */
export default function SaveAnswerButton({ projectId, message }: Props) {
  const [open, setOpen] = useState(false);
  if (!message.content || message.authorRole === "visitor") return null;
  return (
    <>
      <IconButton label={m.knowledge_use()} icon={BookmarkPlus} onClick={() => void load().then(() => setOpen(true), Boolean)} />
      {open && (
        <Suspense>
          <LazyDialog projectId={projectId} messageId={message.id} answer={message.content} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
