// A card's image, or the place where it will be, and its state in a word.
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { ImageOff } from "lucide-react";
import type { SocialCard } from "../contract.ts";

export const CardPicture = ({ card: { image }, drawn }: { card: SocialCard; drawn: boolean }) =>
  image ? (
    <img
      src={image.url}
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading="lazy"
      className="aspect-[40/21] h-auto w-full rounded-md border border-line bg-subtle object-cover"
    />
  ) : (
    <div className="grid aspect-[40/21] w-full place-content-center justify-items-center gap-1 rounded-md border border-dashed border-line bg-subtle text-xs text-muted">
      <ImageOff className="size-5" aria-hidden />
      {drawn ? m.brand_images_not_drawn() : m.brand_images_no_card()}
    </div>
  );

export function StateOfCard({ card: { state }, drawn }: { card: SocialCard; drawn: boolean }) {
  switch (state) {
    case "own":
      return <Chip tone="accent">{m.brand_images_state_own()}</Chip>;
    case "drawn":
      return <Chip tone="ok">{m.brand_images_state_drawn()}</Chip>;
    case "outdated":
      return <Chip tone="warn">{m.brand_images_state_outdated()}</Chip>;
    case "missing":
      return drawn ? <Chip tone="warn">{m.brand_images_state_missing()}</Chip> : null;
  }
}
