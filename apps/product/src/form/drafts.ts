/**
 * What somebody has typed into a form and not saved, kept in this tab: a reload, a crash or a page that was left by mistake
 * loses nothing. What was found when a form opened is offered, never filled in unasked. A draft belongs to a person, a form and the values that the form begins with.
 */
import { useCallback, useState } from "react";
import type { FieldData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import type { FormValues } from "../field/field-values.ts";

const prefix = "nonet-draft ";

interface DraftPlace {
  /** The person's id. */
  readonly of: string;
  /** The address to which the form is sent, and the version of the record that it changes. */
  readonly address: string;
  readonly initial: FormValues;
}

const keyOf = ({ of, address }: DraftPlace): string => `${prefix}${of} ${address}`;
const neverKept: readonly FieldData["control"][] = ["secret", "secret key", "secret link"];

/** The typed values; null if there are none, or if the form begins with other values now. */
function readDraft(place: DraftPlace): FormValues | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? "null") as { readonly initial: unknown; readonly typed: FormValues } | null;
    return draft && isSame(draft.initial, place.initial) ? draft.typed : null;
  } catch {
    return null;
  }
}

/** The keys of values that are never kept. */
const secretKeys = (fields: readonly FieldData[]): ReadonlySet<string> => new Set(fields.filter((f) => neverKept.includes(f.control)).map((f) => f.key));

/** Keeps the values that differ from those that the form began with; forgets the draft where none does. */
function keepDraft(place: DraftPlace, secret: ReadonlySet<string>, typed: FormValues): void {
  const kept = Object.entries(typed).filter(([key, value]) => !secret.has(key) && !isSame(value ?? "", place.initial[key] ?? ""));
  if (kept.length === 0) return dropDraft(place);
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify({ initial: place.initial, typed: Object.fromEntries(kept) }));
  } catch {
    // The browser keeps nothing, or no more.
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const dropDraft = (place: DraftPlace): void => sessionStorage.removeItem(keyOf(place));

/** When somebody signs out, nothing of theirs stays in the tab. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** The form: its fields, the values that it begins with, and where it is sent. */
interface DraftedForm {
  readonly fields: readonly FieldData[];
  readonly initial: FormValues;
  readonly target: { readonly address: string; readonly method: string; readonly ifMatch?: string | number };
}

interface Draft {
  /** What was typed here before; null where nothing was, or once it has been taken or discarded. */
  readonly offered: FormValues | null;
  /** Keeps what is typed now. */
  keep(typed: FormValues): void;
  /** Ends the offer. */
  take(): void;
  /** Forgets the draft, also what is typed now. */
  drop(): void;
}

export function useDraft({ fields, initial, target }: DraftedForm): Draft {
  const { me } = useProductContext();
  const [place] = useState((): DraftPlace | null =>
    target.address === "" ? null : { of: me.id ?? "", address: `${target.method} ${target.address} ${target.ifMatch ?? ""}`, initial },
  );
  const [offered, setOffered] = useState(() => place && readDraft(place));
  // A form shows and hides fields, but never another record's.
  const [secrets] = useState(() => secretKeys(fields));
  return {
    offered,
    keep: useCallback(
      (typed: FormValues) => {
        if (place && Object.keys(typed).length > 0) keepDraft(place, secrets, typed);
      },
      [place, secrets],
    ),
    take: () => setOffered(null),
    drop: () => {
      if (place) dropDraft(place);
      setOffered(null);
    },
  };
}
