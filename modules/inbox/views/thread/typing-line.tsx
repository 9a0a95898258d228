// Shows which members are typing or viewing. Right above the composer, to prevent two members from replying at once.
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { useLive } from "#modules/live-inbox/views";

const NOBODY: readonly never[] = [];

export function TypingLine({
  projectId,
  me,
  conversationId,
  contactName,
}: {
  projectId: string;
  me: string;
  conversationId: string;
  contactName: string;
}) {
  const typing = useLive(projectId, me, (state) => state.typing.get(conversationId) ?? NOBODY);
  const viewing = useLive(projectId, me, (state) => state.viewing.get(conversationId) ?? NOBODY);
  const members = useProject().members;
  const nameOf = (id: string): string | undefined => members.find((member) => member.accountId === id)?.name;
  const visitor = typing.some((typist) => typist.role === "visitor");
  const writing = (note: boolean): string[] =>
    typing
      .filter((typist) => typist.role === "operator" && typist.note === note)
      .map((typist) => typist.name ?? nameOf(typist.id) ?? m.conversations_former_member());
  const [team, notes] = [writing(false), writing(true)];
  const idle = viewing.filter((id) => !typing.some((typist) => typist.id === id)).flatMap((id) => nameOf(id) ?? []);
  const lines = [
    visitor && m.conversations_typing({ name: contactName }),
    team.length > 0 && m.conversations_typing_team({ names: team.join(", "), count: team.length }),
    notes.length > 0 && m.conversations_writing_note({ names: notes.join(", "), count: notes.length }),
    idle.length > 0 && m.conversations_viewing({ names: idle.join(", "), count: idle.length }),
  ].filter((line) => line !== false);
  return (
    <p
      role="status"
      className={`mx-auto flex max-w-[720px] items-center gap-1.5 truncate px-1 text-xs ${lines.length > 0 ? "h-6" : "h-2"} ${team.length > 0 ? "font-medium text-warn-text" : "text-muted"}`}
    >
      {lines.join(" · ")}
    </p>
  );
}
