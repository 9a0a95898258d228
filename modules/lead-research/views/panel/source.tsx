// Where a statement or an answer comes from: the quoted words, and a link to the page.
import { plain } from "#dashboard/ui/plain.ts";
import { ageInWords } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { ExternalLink } from "lucide-react";

interface SourceProps {
  readonly url: string | null;
  readonly quote: string | null;
}
interface HandProps {
  /** Null: the account is gone. */
  readonly name: string | null;
  readonly updatedAt: string;
  /** A quote or an address: what research finds is checked against its page, what a member writes is not. */
  readonly hasSource: boolean;
}
/** Who wrote it by hand, and that nobody has looked whether the page says it. */
export function ByHand({ name, updatedAt, hasSource }: HandProps) {
  const by = { name: name === null ? m.lead_research_by_gone() : plain(name), age: ageInWords(updatedAt) };
  return <p className="text-xs text-muted">{hasSource ? m.lead_research_by_unchecked(by) : m.lead_research_by(by)}</p>;
}

export const Source = ({ url, quote }: SourceProps) => (
  <>
    {quote !== null && (
      <blockquote dir="auto" className="border-s-2 border-line ps-2 text-xs text-muted wrap-anywhere">
        {plain(quote)}
      </blockquote>
    )}
    {url !== null && (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={m.lead_research_opens()}
        className="inline-flex max-w-full items-center gap-1 text-xs text-accent-text hover:underline"
      >
        <bdi className="truncate">{plain(url.replace(/^https:\/\//, "").replace(/\/$/, ""))}</bdi>
        <ExternalLink className="size-3 shrink-0" aria-hidden />
      </a>
    )}
  </>
);
