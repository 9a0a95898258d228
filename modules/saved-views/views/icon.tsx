// What stands before a view's name: a symbol or an emoji.
import { type Icon, STROKE } from "#dashboard/ui/icon.ts";
import { Bug, Clock, Flag, Globe, Heart, Mail, ShoppingCart, Star, UserRound, Zap } from "lucide-react";
import type { SYMBOLS } from "../contract.ts";

const GLYPHS: Record<(typeof SYMBOLS)[number], Icon> = {
  star: Star,
  flag: Flag,
  bolt: Zap,
  bug: Bug,
  heart: Heart,
  clock: Clock,
  mail: Mail,
  user: UserRound,
  cart: ShoppingCart,
  globe: Globe,
};
export function ViewIcon({ icon }: { icon: string }) {
  const Glyph = icon in GLYPHS ? GLYPHS[icon as keyof typeof GLYPHS] : undefined;
  if (Glyph) return <Glyph className="size-3 shrink-0" strokeWidth={STROKE} aria-hidden />;
  return icon === "" ? null : <span aria-hidden>{icon}</span>;
}
