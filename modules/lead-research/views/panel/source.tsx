// Where a statement or an answer comes from: the quoted words, and a link to the page.
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { ExternalLink } from "lucide-react";

interface SourceProps {
  readonly url: string | null;
  readonly quote: string | null;
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
