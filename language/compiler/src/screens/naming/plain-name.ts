/** Names as people mark them: in bold, in backticks, in quotation marks, in brackets. */
import { codeOf, type TextSpan, trim, unquote, unstarred } from "@nonet/notation";

/** The name without its marks, at its place. */
export const plainName = (words: TextSpan): TextSpan => unquote(codeOf(unstarred(trim(words))));

export const plainText = (text: string): string => text.trim().replace(/^[`"“*(]+|[`"”*)]+$/g, "");
