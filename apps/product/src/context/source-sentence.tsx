/** What the document says at a line, as one plain sentence: for whoever is signed in, as they may read the document. */
import { sentenceAt, type SentenceData } from "@nonet/api";
import type { SaidAt } from "@nonet/model";
import { useSentences } from "../api/queries.ts";
import { useProductContext } from "./product-context.tsx";

export interface SentenceQuery {
  /** null: nothing is asked for. */
  readonly at: SaidAt | null;
  /** Which of several elements at that line. */
  readonly of?: string | null | undefined;
}

/** null while it isn't known, and where the line says nothing as a sentence. */
export function useSentence({ at, of }: SentenceQuery): string | null {
  const { me } = useProductContext();
  const { data } = useSentences(me.signedIn && at !== null && at.line !== null);
  return data && at ? sentenceAt(data, at, of) : null;
}

/** Of an element by its name, as the document names it. */
export function useSentenceOf(what: string | undefined): SentenceData | null {
  const { me } = useProductContext();
  const { data } = useSentences(me.signedIn && what !== undefined);
  return data?.find((s) => s.what === what) ?? null;
}

export function Sentence({ otherwise, ...place }: SentenceQuery & { otherwise: string }) {
  return <bdi>{useSentence(place) ?? otherwise}</bdi>;
}
