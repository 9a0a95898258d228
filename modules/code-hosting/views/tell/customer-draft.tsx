// In the composer: takes what the customer is to be told of an issue. What was written before stays above it.
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useEffect, useEffectEvent } from "react";
import { takeTold } from "./customer-draft-store.ts";

export default function CustomerDraft({ conversationId, composer }: PropsOf<typeof composerTool>) {
  const toast = useToast();
  const take = useEffectEvent((text: string) => {
    const before = composer.read("reply").text.trimEnd();
    // Asked twice, it stands there once.
    const whole = before === "" ? text : before.endsWith(text) ? before : `${before}\n\n${text}`;
    composer.write(whole, { kind: "reply", select: [whole.length, whole.length] });
    toast({ title: m.code_hosting_drafted(), tone: "ok" });
  });
  const register = useEffectEvent(() => takeTold(conversationId, (text) => take(text)));
  useEffect(() => register(), [conversationId]);
  return null;
}
