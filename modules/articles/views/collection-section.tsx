// A collection with its articles.
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { CollectionArticles } from "./collection-articles.tsx";
import { CollectionMenu } from "./collection-menu.tsx";
import { NONE } from "./move-article.ts";
import type { SectionProps } from "./section-props.ts";
import { collectionName } from "./labels.tsx";

export function CollectionSection(props: SectionProps) {
  const { list, collection, startsOpen, admin, isTarget, onNew } = props;
  const [open, setOpen] = useState(startsOpen);
  const name = collection ? collectionName(collection, list.defaultLocale) : m.help_without_collection();
  const count = collection?.articles ?? list.without;
  const description = collection?.texts.find(({ locale }) => locale === list.defaultLocale)?.description;
  return (
    <section
      aria-label={name}
      data-list={collection?.id ?? NONE}
      className={isTarget ? "rounded-sm bg-accent-soft outline-2 outline-offset-4 outline-accent" : ""}
    >
      <div className="flex items-center gap-1 border-b border-line-strong pb-1.5">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-8 w-full items-center gap-1.5 rounded-xs text-start font-semibold pointer-coarse:min-h-11"
          >
            <ChevronRight
              className={`size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
              aria-hidden
            />
            <span dir="auto" className="truncate">
              {name}
            </span>
            <span className="text-xs font-normal text-muted tabular-nums">{count}</span>
          </button>
        </h2>
        <IconButton label={m.help_new_article_in({ collection: name })} icon={Plus} onClick={() => onNew(collection?.id ?? null)} />
        {admin && collection && <CollectionMenu {...props} collection={collection} name={name} />}
      </div>
      {open && description && (
        <p dir="auto" className="px-2 pt-2 text-muted wrap-anywhere">
          {description}
        </p>
      )}
      {open && <CollectionArticles {...props} name={name} />}
    </section>
  );
}
