// Shows below a conversation's first message what its author had read and searched in the help center.
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { BookOpen, Mail, Search } from "lucide-react";
import { articlePath } from "#modules/articles/contract";

interface CameFromProps {
  readonly projectId: string;
  readonly message: {
    readonly origin: {
      readonly help?:
        | {
            readonly read: readonly { readonly id: string; readonly title: string }[];
            readonly searched: readonly string[];
            readonly contactForm?: boolean | undefined;
          }
        | undefined;
    } | null;
  };
}

export default function CameFrom({ projectId, message }: CameFromProps) {
  const { read = [], searched = [], contactForm = false } = message.origin?.help ?? {};
  if (read.length + searched.length === 0 && !contactForm) return null;
  return (
    <div className="grid max-w-full gap-1 rounded-md border border-line px-3 py-2 text-xs text-muted">
      {contactForm && (
        <p className="flex gap-2">
          <Mail className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {m.help_came_letter()}
        </p>
      )}
      {read.length > 0 && (
        <p className="flex gap-2">
          <BookOpen className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {m.help_came_read()}{" "}
            {read.map(({ id, title }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to={articlePath(projectId, id)} dir="auto" className="text-accent-text underline-offset-2 hover:underline">
                  {title}
                </Link>
              </span>
            ))}
          </span>
        </p>
      )}
      {searched.length > 0 && (
        <p className="flex gap-2">
          <Search className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {m.help_came_searched()}{" "}
            {searched.map((words, index) => (
              <span key={words}>
                {index > 0 && ", "}
                <bdi className="text-text">“{words}”</bdi>
              </span>
            ))}
          </span>
        </p>
      )}
    </div>
  );
}
