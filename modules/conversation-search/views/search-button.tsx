// The way to the search in the inbox, which is the only one on a phone.
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { searchPath } from "../contract.ts";

export function SearchButton({ projectId }: { projectId: string }) {
  const router = useRouter();
  return (
    <IconButton
      label={m.conversation_search_open()}
      icon={Search}
      shortcut="/"
      onClick={() => void router.navigate({ to: searchPath(projectId) })}
    />
  );
}
