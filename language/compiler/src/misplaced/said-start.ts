/** Point 4: a sentence of a paragraph that says where records start, against what the machine's rows or its `Starts as` say. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import { machineForm, machineLines } from "../syntax/machine-lines.ts";
import { replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { sentencesOf } from "../text/sentences.ts";
import { bare } from "../text/split.ts";

const start =
  /^(?:(?:an?|the|all|each|every|any|new)\s+){0,3}(\S.*?)\s+(?:always\s+)?(?:starts?|begins?)\s+(?:out\s+|off\s+)?(?:as|in|with)\s+(?:the\s+(?:state\s+)?)?["`*]*(?=[\p{L}\p{N}])/iu;

/** `A Plot starts as closed.` where the first row says `open`; null where the two agree. `nouns`: the entity's names. */
export function contradictedStart(words: TextSpan, section: Section, nouns: readonly string[]): UnreadLine | null {
  for (const sentence of sentencesOf(words)) {
    const found = sentence.text.length > 200 ? null : start.exec(sentence.text);
    if (!found || !["it", "they", "records", "ones", ...nouns].some((noun) => fold(noun) === fold(found[1]!))) continue;
    const rest = sentence.text.slice(found[0].length);
    const state = statesOf(section)
      .filter((one) => fold(rest).startsWith(fold(one)) && !/^[\p{L}\p{N}]/u.test(rest.slice(one.length)))
      .sort((a, b) => b.length - a.length)[0];
    const starts = startsOf(section);
    if (state === undefined || starts.names.length === 0) continue;
    const behind = rest.slice(state.length).replace(/^["`*]+/, "");
    const isGuarded = /^,?\s+(?:when|if|where|unless)\s/i.test(behind);
    if (starts.isGuarded || (!isGuarded && starts.names.some((one) => fold(one) === fold(state)))) continue;
    const from = sentence.span.from - words.span.from;
    const isWhole = /^[.!]?$/.test(behind.trim()) && sentence.text === words.text;
    return {
      words: sentence,
      what: `the attribute "Starts as"`,
      but: `${starts.by} ${starts.names.map((one) => `"${one}"`).join(" or ")}`,
      hint: isGuarded
        ? `Write \`- Starts as: ${state} when …, else ${starts.names[0]!}\`.`
        : `Write \`- Starts as: ${state}\`${starts.isWritten ? " in place of the other line" : ""}, or "${starts.names[0]!}" in this sentence.`,
      ...(isGuarded
        ? {}
        : {
            edits:
              isWhole && !starts.isWritten
                ? [replaceIn(words, 0, words.text.length, `- Starts as: ${state}`)]
                : [replaceIn(words, from + found[0].length, from + found[0].length + state.length, starts.names[0]!)],
          }),
    };
  }
  return null;
}

const rowsOf = (section: Section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows);

const plain = (text: string): string => text.replace(/^[`*"]+|[`*"]+$/g, "");

const statesOf = (section: Section): readonly string[] =>
  [...new Set(rowsOf(section).flatMap((row) => [...row.from, bare(row.to)].map(({ text }) => plain(text))))].filter((one) => /^[\p{L}\p{N}]/u.test(one) && !/^any$/i.test(one));

/** Where records start as the machine is read: `Starts as`, the rows from `(new)`, or else the first row. */
function startsOf(section: Section): { readonly names: readonly string[]; readonly by: string; readonly isGuarded: boolean; readonly isWritten: boolean } {
  const line = machineLines(section)
    .map(({ words, read }) => read ?? machineForm(words))
    .find((read) => read?.name === "starts");
  const written = line?.slots["start"];
  if (written) return { names: [plain(bare(written).text)], by: "another line says", isGuarded: /\b(?:when|if|not shown)\b/i.test(written.text), isWritten: true };
  const rows = rowsOf(section);
  const created = rows.filter(({ from }) => from.some(({ text }) => text === "(new)"));
  if (created.length > 0) return { names: [...new Set(created.map(({ to }) => plain(bare(to).text)))], by: "the rows from `(new)` lead to", isGuarded: false, isWritten: false };
  const first = (rows[0]?.from ?? []).map(({ text }) => plain(text)).filter((one) => /^[\p{L}\p{N}]/u.test(one) && !/^any$/i.test(one));
  return { names: first.slice(0, 1), by: "the first row begins with", isGuarded: false, isWritten: false };
}
