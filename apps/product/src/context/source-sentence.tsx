/** What the document says at a line, as one sentence. For signed-in users only. */
import { sentenceAt, type SentenceData } from "@nonet/api";
import type { SourceLocation } from "@nonet/model";
import { useSentences } from "../api/queries.ts";
import { useProductContext } from "./product-context.tsx";

export interface SentenceQuery {
  /** Null if no sentence is needed. */
  readonly at: SourceLocation | null;
  /** Selects one of several elements at that line. */
  readonly of?: string | null | undefined;
}

/** Null while loading, and if the line has no sentence. */
export function useSentence({ at, of }: SentenceQuery): string | null {
  const { me } = useProductContext();
  const { data } = useSentences(me.signedIn && at !== null && at.line !== null);
  return data && at ? sentenceAt(data, at, of) : null;
}

/** The sentence of an element, by the element's name. */
export function useSentenceOf(what: string | undefined): SentenceData | null {
  const { me } = useProductContext();
  const { data } = useSentences(me.signedIn && what !== undefined);
  return data?.find((s) => s.what === what) ?? null;
}

export function Sentence({ otherwise, ...place }: SentenceQuery & { otherwise: string }) {
  return <bdi>{useSentence(place) ?? otherwise}</bdi>;
}
