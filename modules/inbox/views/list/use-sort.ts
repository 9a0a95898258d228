// The order of a view: in the address, and remembered by this browser for each view.
import { type Sort, SORTS } from "#modules/conversations/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";

const keyOf = (projectId: string, view: string): string => `inbox.sort.${projectId}.${view}`;
const sortIn = (value: unknown): Sort | undefined => SORTS.find((one) => one === value);

/** The chosen order, undefined for the view's own, and its setter. */
export function useSort(projectId: string, view: string): [Sort | undefined, (sort: Sort) => void] {
  const named = sortIn((useSearch({ strict: false }) as { readonly sort?: unknown }).sort);
  const navigate = useNavigate();
  const key = keyOf(projectId, view);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly sort: Sort | undefined }>();
  const sort = named ?? (chosen?.key === key ? chosen.sort : read(key));
  // An address that somebody shared counts as a choice: a thread that is opened from the list leaves it out.
  useEffect(() => {
    if (named === undefined) return;
    write(key, named);
    setChosen({ key, sort: named });
  }, [key, named]);
  return [
    sort,
    (next) => {
      write(key, next);
      setChosen({ key, sort: next });
      void navigate({ to: ".", search: { sort: next } as never, replace: true });
    },
  ];
}

function read(key: string): Sort | undefined {
  try {
    return sortIn(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}
function write(key: string, sort: Sort): void {
  try {
    localStorage.setItem(key, sort);
  } catch {
    // Storage is full or forbidden; the order lasts as long as the page.
  }
}
