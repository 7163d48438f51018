/** What the document says at a line, as one plain sentence: for whoever is signed in, as they may read the document. */
import { sentenceAt } from "@nonet/api";
import { useSentences } from "../api/queries.ts";
import { useHere } from "./product-context.tsx";

export interface Place {
  readonly line: number | null;
  readonly file?: number | undefined;
  /** Which of several elements at that line. */
  readonly of?: string | null | undefined;
}

/** null while it isn't known, and where the line says nothing as a sentence. */
export function useSentence({ line, file, of }: Place): string | null {
  const { me } = useHere();
  const { data } = useSentences(me.signedIn && line !== null);
  if (!data || line === null) return null;
  return sentenceAt(data, { line, ...(file ? { file } : {}) }, of);
}

/** Of an element by its name, as the document names it. */
export function useSentenceOf(what: string | undefined): { readonly sentence: string; readonly line: number | null; readonly file: number } | null {
  const { me } = useHere();
  const { data } = useSentences(me.signedIn && what !== undefined);
  return data?.find((s) => s.what === what) ?? null;
}

export function Sentence({ otherwise, ...place }: Place & { otherwise: string }) {
  return <bdi>{useSentence(place) ?? otherwise}</bdi>;
}
