// The button that adds a source from GitHub.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { FolderGit2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const AddDialog = lazy(async () => ({ default: (await import("./add-dialog.tsx")).AddDialog }));

export default function AddButton({ projectId, languages }: { projectId: string; languages: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FolderGit2} onClick={() => setOpen(true)}>
        {m.repository_knowledge_add()}
      </Button>
      <Suspense>{isOpen && <AddDialog projectId={projectId} languages={languages} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
