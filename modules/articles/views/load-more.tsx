// Loads the next page of a list.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";

export const LoadMore = ({ busy, onMore }: { busy: boolean; onMore(): unknown }) => (
  <div className="grid place-items-center p-4">
    <Button busy={busy} onClick={() => void onMore()}>
      {m.help_more()}
    </Button>
  </div>
);
