/** The text of a comment, which names people as `@[id]`, as the text of its editor, which names them as `@Ann Smith`. */
import type { NamedPerson } from "./comment-queries.ts";

const mention = /@\[([0-9a-f-]{36})\]/gi;

export type TextPiece = { readonly kind: "text"; readonly text: string } | { readonly kind: "mention"; readonly name: string | null };

export function textPieces(text: string, mentions: readonly NamedPerson[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(mention)) {
    if (found.index > from) pieces.push({ kind: "text", text: text.slice(from, found.index) });
    pieces.push({ kind: "mention", name: mentions.find(({ id }) => id === found[1]!.toLowerCase())?.name ?? null });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

/** Somebody whose name isn't shown stays `@[id]`, so that saving keeps the mention. */
export const toEdited = (text: string, mentions: readonly NamedPerson[]): string =>
  text.replace(mention, (whole, id: string) => {
    const name = mentions.find((one) => one.id === id.toLowerCase())?.name;
    return name ? `@${name}` : whole;
  });

/** The longest names first: `@Ann Smith` isn't `@Ann`. */
export function toStored(text: string, chosen: readonly NamedPerson[]): string {
  const named = chosen.filter(({ name }) => name !== null).toSorted((a, b) => b.name!.length - a.name!.length);
  return named.reduce((all, { id, name }) => all.replaceAll(new RegExp(`@${escaped(name!)}(?![\\p{L}\\p{N}])`, "gu"), `@[${id}]`), text);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** What is being typed after an @ at the cursor; null if nothing is. */
export function typedMention(text: string, cursor: number): { readonly from: number; readonly search: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, cursor));
  return found ? { from: cursor - found[1]!.length - 1, search: found[1]! } : null;
}
