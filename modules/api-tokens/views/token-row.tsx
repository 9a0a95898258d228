// One token of the list: what it may do, who made it, when it was used, and the button that revokes it.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useState } from "react";
import { type ApiToken, type DeclaredScope, listApiTokens, revokeApiToken } from "../contract.ts";

interface RowProps {
  readonly projectId: string;
  readonly token: ApiToken;
  readonly scopes: readonly DeclaredScope[];
}

export function TokenRow({ projectId, token, scopes }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { name } = token;
  const revoke = useRouteMutation(revokeApiToken, {
    suppressToast: true,
    invalidates: [listApiTokens],
    done: () => toast({ tone: "ok", title: m.api_tokens_revoked({ name }) }),
  });
  const creator = token.createdBy ?? m.api_tokens_former();
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-60 gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          <code className="font-mono text-xs text-muted">sdt_…{token.hint}</code>
          {token.state === "expired" && <Chip tone="warn">{m.api_tokens_expired()}</Chip>}
          {token.state === "void" && <Chip tone="warn">{m.api_tokens_void()}</Chip>}
        </span>
        <span className="flex flex-wrap gap-1">
          {token.scopes.map((scope) => (
            <Chip key={scope}>{scopes.find((each) => each.name === scope)?.title ?? scope}</Chip>
          ))}
        </span>
        {token.state === "void" && <span className="text-xs text-warn-text">{m.api_tokens_void_body({ name: creator })}</span>}
        <span className="text-xs text-muted">
          {m.api_tokens_made({ name: creator, at: formatTime(token.createdAt) })}{" "}
          {token.lastUsedAt ? m.api_tokens_used({ at: formatTime(token.lastUsedAt) }) : m.api_tokens_never_used()}{" "}
          {token.expiresAt === null
            ? m.api_tokens_no_end()
            : token.state === "expired"
              ? m.api_tokens_ended({ at: formatTime(token.expiresAt) })
              : m.api_tokens_ends({ at: formatTime(token.expiresAt) })}
        </span>
      </span>
      <Button size="sm" aria-label={m.api_tokens_revoke_of({ name })} onClick={() => setAsking(true)}>
        {m.api_tokens_revoke()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ params: { projectId, tokenId: token.id } })}
        title={m.api_tokens_revoke_title({ name })}
        body={m.api_tokens_revoke_body()}
        action={m.api_tokens_revoke()}
        busy={revoke.isPending}
        error={refusalOf(revoke.error)}
      />
    </li>
  );
}
