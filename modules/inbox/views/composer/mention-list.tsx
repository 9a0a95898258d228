// The list of members that opens with `@` in a note.
import { type ComposerText, memberMark, Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Suggestions } from "#dashboard/ui/suggestions.tsx";
import { m } from "#messages";
import { type RefObject, Suspense } from "react";

interface MentionProps {
  readonly me: string;
  readonly composer: ComposerText;
  readonly above: HTMLElement;
  readonly within: RefObject<HTMLElement | null>;
}
const MOST = 30;

export default function MentionList({ me, composer, above, within }: MentionProps) {
  const project = useProject();
  const others = project.members.filter((member) => member.accountId !== me);
  const find = (typed: string) => {
    const query = typed.toLowerCase();
    return others
      .filter(
        ({ name, email }) =>
          query === "" ||
          `${name} ${email}`
            .toLowerCase()
            .split(/\s+/)
            .some((word) => word.startsWith(query)),
      )
      .slice(0, MOST);
  };
  return (
    <Suggestions
      trigger="@"
      within={within}
      field={composer.field}
      read={composer.read}
      above={above}
      label={m.conversations_mention()}
      find={find}
      keyOf={({ accountId }) => accountId}
      choose={({ name }, word) => {
        const { text } = composer.read();
        const after = text.slice(word.from + 1 + word.query.length);
        const inserted = `@${name}${/^\s/.test(after) ? "" : " "}`;
        const caret = word.from + name.length + 2;
        composer.write(text.slice(0, word.from) + inserted + after, { select: [caret, caret] });
      }}
      count={(count) => m.conversations_mention_found({ count })}
      loading={null}
      draw={({ accountId, name, email }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar id={accountId} name={name} size={24} />
          <span dir="auto" className="min-w-0 truncate text-sm font-medium">
            {name}
          </span>
          <span className="min-w-0 flex-1 truncate text-xs text-muted">{email}</span>
          <Suspense>
            <Slot of={memberMark} projectId={project.id} accountId={accountId} />
          </Suspense>
        </span>
      )}
    />
  );
}
