// The names and icons of the types of attributes.
import { m } from "#messages";
import { Calendar, CircleDot, Hash, Link2, Type } from "lucide-react";
import type { Icon } from "#dashboard/ui/icon.ts";
import type { AttributeType } from "../contract.ts";

export const TYPES: Readonly<Record<AttributeType, { readonly label: () => string; readonly icon: Icon }>> = {
  text: { label: m.contact_attributes_type_text, icon: Type },
  number: { label: m.contact_attributes_type_number, icon: Hash },
  date: { label: m.contact_attributes_type_date, icon: Calendar },
  choice: { label: m.contact_attributes_type_choice, icon: CircleDot },
  link: { label: m.contact_attributes_type_link, icon: Link2 },
};
