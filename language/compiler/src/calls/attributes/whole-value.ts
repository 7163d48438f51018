/** Reports a value that only begins with a word of a form as a whole: its first word alone isn't the mistake. */
import type { NearMiss } from "@nonet/forms";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { FormReport } from "../../resolve/read-by-form.ts";

export const wholeValue = (ctx: PointCompiler, words: TextSpan, place: string): FormReport => ({
  code: "unreadable-value",
  near: (miss: NearMiss, at: TextSpan) => {
    const isFirstWord = miss.expected !== "end" && "words" in miss.expected && at.span.from === words.span.from && /\s/.test(words.text);
    if (isFirstWord) ctx.report("unreadable-value", words.span, `"${words.text}" isn't ${place}.`, { hint: `Write it as in \`${miss.form.example}\`.` });
    return isFirstWord;
  },
});
