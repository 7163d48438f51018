/** `newest first` and the like without a field: the records' creation, or the date that they have. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../../context/context.ts";
import { list } from "../../text/english.ts";
import { isDescending } from "./word-tests.ts";

/** The words with the field that they mean: for `newest` the creation, for `earliest` the date of the records. One of several is reported. */
export function orderIn(
  context: Context,
  entity: string,
  words: TextSpan | undefined,
  edits: (field: string) => readonly { readonly span: Span; readonly text: string }[] = (field) => [{ span: words!.span, text: `${words!.text} ${field}` }],
): TextSpan | null {
  if (!words || isDescending(words.text) === undefined) return words ?? null;
  const fields = [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])].filter(({ type, open }) => open === undefined && isMoment(type.kind));
  const entered = fields.filter((field) => field.required && !field.computed);
  const [only, ...others] = !isOfTime(words.text) ? [] : entered.length === 1 ? entered : fields;
  if (others.length > 0)
    context.report(
      "unknown-kind",
      words.span,
      `"${words.text} first" could mean ${list(
        [only!, ...others].map(({ name }) => name),
        "or",
      )} of the ${entity}.`,
      {
        fixes: [only!, ...others].map(({ name }) => ({ title: `Sort by ${name}`, edits: edits(name) })),
      },
    );
  return { ...words, text: `${only?.name ?? "created at"}, ${words.text} first` };
}

const isMoment = (kind: string): boolean => kind === "date" || kind === "date and time";
const isOfTime = (text: string): boolean => /^(?:earliest|latest|soonest)$/i.test(text);
