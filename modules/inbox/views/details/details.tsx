// The contact's details: next to the thread on wide windows, over it on smaller ones, a page of their own on phones.
import { contactAction, contactPanel, Slot } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { m } from "#messages";
import { contactPath } from "#modules/contacts/contract";
import { ContactEmail, ContactFacts, contactName, isErased } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, X } from "lucide-react";
import { Suspense, useDeferredValue } from "react";
import { isFieldInUse, threadQuery, useLive } from "#modules/live-inbox/views";
import { conversationControl, conversationPanel } from "../slots.ts";
import { changeField } from "../actions/actions.ts";
import { NARROW, useMedia, WIDE } from "#dashboard/ui/use-media.ts";

interface DetailsProps {
  readonly projectId: string;
  readonly me: string;
  readonly conversationId: string;
  onClose(): void;
}

export default function Details({ projectId, me, conversationId, onClose }: DetailsProps) {
  const { data } = useQuery(threadQuery(projectId, conversationId));
  // What is done to the conversation is seen in the list and in its header first.
  const before = useDeferredValue(data);
  const [row, rowBefore] = [data?.conversation, before?.conversation];
  const thread = rowBefore?.id === row?.id && rowBefore?.fields === row?.fields ? before : data;
  const contact = thread?.contact;
  const Heading = useMedia(WIDE) ? "h2" : "h1";
  const narrow = useMedia(NARROW);
  const online = useLive(projectId, me, (state) => (contact ? state.online.has(contact.id) : false));
  const working = useLive(projectId, me, (state) => state.working.has(conversationId));
  return (
    <aside aria-label={m.conversations_details()} className="flex h-full min-h-0 flex-col overflow-y-auto">
      <header className="flex h-12 shrink-0 max-lg:h-14 items-center gap-2 border-b border-line px-3 xl:hidden">
        <span className="lg:hidden">
          <IconButton label={m.conversations_back()} icon={ArrowLeft} className="rtl:rotate-180" onClick={onClose} />
        </span>
        <Heading className="flex-1 text-md font-semibold">{m.conversations_details()}</Heading>
        <span className="max-lg:hidden">
          <IconButton label={m.conversations_details_close()} icon={X} onClick={onClose} />
        </span>
      </header>
      {contact && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
          <div className="flex items-center gap-3">
            <span className="relative">
              <Avatar id={contact.id} name={contactName(contact)} size={40} />
              {online && (
                <span className="absolute -end-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface bg-ok-text" aria-hidden />
              )}
            </span>
            <div className="min-w-0">
              <p dir="auto" className="truncate text-md font-semibold">
                <Link to={contactPath(projectId, contact.id)} className="underline-offset-2 hover:underline">
                  {contactName(contact)}
                </Link>
              </p>
              {!isErased(contact) && (
                <p className="text-sm">
                  <ContactEmail contact={contact} />
                </p>
              )}
              {online && <p className="text-xs text-ok-text">{m.conversations_online()}</p>}
            </div>
          </div>
          {narrow && (
            <Suspense>
              <Slot
                of={conversationControl}
                projectId={projectId}
                conversationId={conversationId}
                row={thread.conversation}
                labelled
                working={working}
                isInUse={(field) => isFieldInUse(projectId, field)}
                changeField={(...change) => changeField({ projectId, me, conversationId }, ...change)}
              />
            </Suspense>
          )}
          <ContactFacts contact={contact} />
          <Suspense>
            <Slot of={conversationPanel} projectId={projectId} row={thread.conversation} />
            <Slot of={contactPanel} projectId={projectId} contact={contact} />
            <div className="flex flex-wrap gap-2 empty:hidden">
              <Slot of={contactAction} projectId={projectId} contact={contact} />
            </div>
          </Suspense>
        </div>
      )}
    </aside>
  );
}
