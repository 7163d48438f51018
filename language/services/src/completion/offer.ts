/** What a completion list shows for one entry. */
export type OfferKind =
  | "entity"
  | "field"
  | "state"
  | "action"
  | "role"
  | "call"
  | "screen"
  | "code"
  | "constant"
  | "function"
  | "calendar"
  | "condition"
  | "keyword"
  | "attribute"
  | "type"
  | "heading"
  | "choice";

export interface Offer {
  readonly label: string;
  readonly kind: OfferKind;
  /** The text to insert, if it isn't the label. */
  readonly insert?: string;
  /** What it is, in a few words: its type, or where it belongs. */
  readonly detail?: string;
  /** What it does, in a sentence. */
  readonly documentation?: string;
  /** The first in the list are the smallest. */
  readonly rank?: number;
}

export interface Completion extends Offer {
  /** What it replaces, as offsets in the file. */
  readonly from: number;
  readonly to: number;
}

/** Replaces what of an offer is typed already: the longest end of the text that begins one of the offers. */
export function placed(offers: readonly Offer[], text: string, offset: number): readonly Completion[] {
  const seen = new Set<string>();
  const starts = wordStarts(text);
  return offers.flatMap((offer) => {
    const key = `${offer.kind} ${offer.label}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const label = fold(offer.insert ?? offer.label);
    const typed = starts.map((at) => text.slice(at)).find((end) => label.startsWith(fold(end)) || fold(offer.label).startsWith(fold(end)));
    // An offer that doesn't begin with the last word is still shown: editors match letters in between.
    const length = typed?.length ?? text.length - starts.at(-1)!;
    return [{ ...offer, from: offset - length, to: offset }];
  });
}

/** Where one of the last words begins, the earliest first. */
function wordStarts(text: string): readonly number[] {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}(]/gu)].map((match) => match.index).slice(-6);
  return /[\p{L}\p{N}]$/u.test(text) && starts.length > 0 ? starts : [...starts, text.length];
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trimStart();
