/** The draft of a form: one that was found when the form opened is offered, never filled in unasked. */
import { useCallback, useState } from "react";
import type { FieldData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import type { FormValues } from "../field/field-values.ts";
import { type DraftPlace, dropDraft, keepDraft, readDraft, secretKeys } from "./drafts.ts";

/** The form: its fields, the values that it begins with, and where it is sent. */
interface DraftedForm {
  readonly fields: readonly FieldData[];
  readonly initial: FormValues;
  readonly target: { readonly address: string; readonly method: string; readonly ifMatch?: string | number };
}

export interface Draft {
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
