/** Point 4: a sentence of a paragraph that says what happens by itself after some time: `After 30 days an open one is cancelled.` */
import { fold } from "@nonet/feel";
import type { Section, Table, TextSpan } from "@nonet/notation";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import type { UnreadLine } from "../syntax/prose-lines.ts";
import { rawTransitions, transitionColumns, transitionTables, writtenTables } from "../syntax/transition-rows.ts";
import { sentencesOf } from "../text/sentences.ts";
import { bare } from "../text/split.ts";

const time =
  /\b(?:after|for)\s+(?:(?:more than|longer than|over|at least)\s+)?(\d+|an?|one|two|three|four|five|six|seven|ten)\s+((?:working\s+)?(?:minutes?|hours?|days?|weeks?|months?|years?))\b/i;
const counts: Readonly<Record<string, string>> = { a: "1", an: "1", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", ten: "10" };
const change =
  /^(.*)\s(becomes?|is|are|gets?|turns?|goes to|moves to)\s+(?:automatically\s+|then\s+)?(?:set to\s+)?"?([\p{L}\p{N}][\p{L}\p{N} -]*?)"?(?:\s+(?:automatically|by itself|then))?$/iu;
/** What else must hold, at the end of the sentence. */
const clause = /,?\s+(?:unless|if|when|provided|as long as|but|and)\s.+$/i;
const fillers = /^(?:an?|the|all|every|each|ones?|it|that|which|is|are|has|have|been|stays?|remains?|still|automatically|in|state)$/i;

/** The row that says it; null for other sentences, and where a row of the table says it. `nouns`: the entity's names. */
export function timedSentence(words: TextSpan, section: Section, nouns: readonly string[]): UnreadLine | null {
  for (const sentence of sentencesOf(words)) {
    const found = sentence.text.length > 200 ? null : readTimed(sentence.text, section);
    if (!found || isInTable(section, found)) continue;
    const row: Row = { From: found.from, Action: `(after ${found.wait})`, To: found.to };
    const table = writtenTables(section).at(-1);
    const isWhole = restOf(found.rest, nouns) === "";
    return {
      words: sentence,
      what: "a transition",
      hint: `What happens by itself is a row of the table: \`| ${row.From} | ${row.Action} | ${row.To} |\`.${isWhole ? "" : " What else must hold stands under When."}`,
      ...(isWhole && table ? { moved: asRow(table, row, sentence, sentence.text === words.text) } : {}),
    };
  }
  return null;
}

type Row = Readonly<Record<"From" | "Action" | "To", string>>;

interface Timed {
  readonly from: string;
  readonly to: string;
  readonly wait: string;
  /** The other words. */
  readonly rest: string;
}

function readTimed(text: string, section: Section): Timed | null {
  const at = time.exec(text);
  if (!at) return null;
  const other = `${text.slice(0, at.index)} ${text.slice(at.index + at[0].length).replace(/^,/, "")}`.replace(/[.!]?\s*$/, "").trim();
  const further = clause.exec(other)?.[0] ?? "";
  const verb = change.exec(` ${other.slice(0, other.length - further.length)}`);
  if (!verb) return null;
  const states = statesOf(section);
  const to = states.find((state) => fold(state) === fold(verb[3]!)) ?? (/^(?:become|turn|go|move)/i.test(verb[2]!) ? verb[3]! : undefined);
  const said = ` ${fold(verb[1]!).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const from = states.filter((state) => said.includes(` ${fold(state)} `));
  if (to === undefined || from.length !== 1 || fold(from[0]!) === fold(to)) return null;
  return { from: from[0]!, to, wait: `${counts[at[1]!.toLowerCase()] ?? at[1]!} ${at[2]!.toLowerCase()}`, rest: `${said.replace(` ${fold(from[0]!)} `, " ")}${further}` };
}

/** What the words say besides the state and the entity. */
const restOf = (text: string, nouns: readonly string[]): string =>
  nouns
    .reduce((rest, noun) => rest.replace(` ${fold(noun)} `, " "), text)
    .split(" ")
    .filter((word) => word !== "" && !fillers.test(word))
    .join(" ");

const rowsOf = (section: Section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows);

const statesOf = (section: Section): readonly string[] => {
  const named = rowsOf(section).flatMap((row) => [...row.from, bare(row.to)].map(({ text }) => text.replace(/^[`*"]+|[`*"]+$/g, "")));
  return [...new Map(named.filter((one) => /^\p{L}/u.test(one)).map((one) => [fold(one), one])).values()];
};

const isInTable = (section: Section, { from, to }: Timed): boolean =>
  rowsOf(section).some(
    (row) =>
      fold(bare(row.to).text) === fold(to) && row.triggers.some(({ automatic }) => automatic) && row.from.some(({ text }) => fold(text) === fold(from) || /^any$/i.test(text)),
  );

function asRow(table: Table, row: Row, sentence: TextSpan, isLine: boolean): PlannedFix {
  const cells = table.headers.map((header) => row[transitionColumns.find((one) => fold(one) === fold(header.text)) as keyof Row] ?? "");
  const end = table.rows.at(-1)?.span ?? table.span;
  return {
    title: "Write it as a row",
    edits: [{ span: { ...end, from: end.to }, text: `\n| ${cells.join(" | ")} |` }, ...(isLine ? [] : [{ span: sentence.span, text: "" }])],
    ...(isLine ? { removes: "line" } : {}),
  };
}
