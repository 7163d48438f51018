/** Splits a list of names. A defined name may contain `and`, `or`, a comma or a slash, so the longest one that fits is taken first. */
import { scanTop, type TextSpan } from "@nonet/notation";
import { bare, slice } from "./split.ts";

/** A name with more commas and `and`s in it isn't looked for: a long list would be read again for each of its pieces. */
const mostPieces = 12;

/** The names of a list; a piece that isn't a name comes as it is written. */
export function nameList(written: TextSpan, isName: (name: string) => boolean): readonly TextSpan[] {
  const words = withoutBrackets(written);
  const pieces = piecesOf(words);
  const names: TextSpan[] = [];
  for (let i = 0; i < pieces.length;) {
    let end = i;
    for (let j = Math.min(pieces.length, i + mostPieces) - 1; j > i; j--)
      if (isName(bare(unmarked(slice(words, pieces[i]!.from, pieces[j]!.to))).text)) {
        end = j;
        break;
      }
    const name = withoutArticle(bare(unmarked(slice(words, pieces[i]!.from, pieces[end]!.to))), isName);
    if (name.text !== "") names.push(name);
    i = end + 1;
  }
  return names;
}

/** Whether every piece of the list is a name, and there is at least one. */
export function isNameList(text: string, isName: (name: string) => boolean): boolean {
  const words = withoutBrackets({ text, span: { file: 0, from: 0, to: text.length } });
  if (!beginsWithName(words, isName)) return false;
  const names = nameList(words, isName);
  return names.length > 0 && names.every((name) => isName(name.text));
}

/** Whether some of the first pieces are a name. Most texts that are asked about aren't lists, and this takes no longer for long ones. */
function beginsWithName(words: TextSpan, isName: (name: string) => boolean): boolean {
  const first = piecesOf(words, mostPieces);
  return first.some(({ to }) => {
    const { text } = bare(unmarked(slice(words, 0, to)));
    return text === "" || isName(text) || isName(text.replace(article, ""));
  });
}

const article = /^the\s+/i;

/** `the child and the day`. */
const withoutArticle = (name: TextSpan, isName: (name: string) => boolean): TextSpan => {
  const found = isName(name.text) ? null : article.exec(name.text);
  return found && isName(name.text.slice(found[0].length)) ? slice(name, found[0].length) : name;
};

/** `(child, day)`: a list in parentheses. */
const withoutBrackets = (words: TextSpan): TextSpan => (/^\([^()]*,[^()]*\)$/.test(words.text) ? slice(words, 1, words.text.length - 1) : words);

/** Without emphasis that is opened or closed outside of the piece: `item**, **borrower`. */
function unmarked(words: TextSpan): TextSpan {
  const [marks] = /^[*_]*/.exec(words.text)!;
  const end = /[*_]*$/.exec(words.text)![0].length;
  return marks.length === end ? words : slice(words, marks.length, words.text.length - end);
}

const separator = /\s*[,;]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&|\/)\s+/iy;

/** `most`: no more pieces are looked for. */
function piecesOf(words: TextSpan, most = Number.POSITIVE_INFINITY): readonly { readonly from: number; readonly to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  let from = 0;
  scanTop(words.text, (at) => {
    separator.lastIndex = at;
    const match = at < from ? null : separator.exec(words.text);
    if (!match) return false;
    pieces.push({ from, to: at });
    from = at + match[0].length;
    return pieces.length >= most;
  });
  return pieces.length >= most ? pieces : [...pieces, { from, to: words.text.length }];
}
