// One card in the list: the image, what it is for, and its state.
import { Chip } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { START, type SocialCard } from "../contract.ts";
import { CardActions } from "./card-actions.tsx";
import { CardPicture, StateOfCard } from "./card-picture.tsx";

interface TileProps {
  readonly projectId: string;
  readonly card: SocialCard;
  readonly admin: boolean;
  readonly drawn: boolean;
  onChanged(): void;
}
export function CardTile({ projectId, card, admin, drawn, onChanged }: TileProps) {
  return (
    <li className="grid min-w-0 grid-cols-1 content-start gap-2">
      <CardPicture card={card} drawn={drawn} />
      <div className="flex min-w-0 items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-1">
          <p dir="auto" lang={card.locale} className="line-clamp-2 font-medium wrap-anywhere">
            {card.title}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            <StateOfCard card={card} drawn={drawn} />
            {card.subject === START && <Chip>{m.brand_images_start()}</Chip>}
            <span>{languageName(card.locale)}</span>
          </p>
        </div>
        {admin && <CardActions {...{ projectId, card, onChanged }} />}
      </div>
    </li>
  );
}
