/**
 * A name that is misspelt where it is defined makes every use of it unknown. Reports it once, at the definition, and drops
 * the errors of the lines that use it.
 */
import { fold } from "@nonet/feel";
import { type Diagnostic, editDistance, type Sources, type Span } from "@nonet/source";

interface Pair {
  /** The name as the lines use it. */
  readonly used: string;
  /** The defined name that is nearest to it. */
  readonly defined: string;
}

export function withMisspeltDefinitions(sources: Sources, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byPair = new Map<string, { readonly pair: Pair; readonly found: Diagnostic[] }>();
  for (const d of diagnostics) {
    const pair = d.severity === "error" ? pairIn(d) : null;
    if (!pair) continue;
    const key = `${fold(pair.used)}\n${fold(pair.defined)}`;
    const known = byPair.get(key);
    if (known) known.found.push(d);
    else byPair.set(key, { pair, found: [d] });
  }
  let all = diagnostics;
  for (const { pair, found } of byPair.values()) {
    const place = found.length > 1 ? onlyPlace(sources, pair.defined) : null;
    if (place) all = [...all.filter((d) => !found.includes(d) && !isAbout(sources, d, pair)), reportAt(sources, place, pair)];
  }
  return all;
}

/** The names of `There is no name "end date" here. Did you mean "end dae"?`. */
function pairIn({ message }: Diagnostic): Pair | null {
  const meant = /Did you mean (?:"(.+?)"|`(.+?)`|([^"`?]+))\?/.exec(message);
  const defined = meant?.[1] ?? meant?.[2] ?? meant?.[3];
  if (!meant || defined === undefined) return null;
  const names = [...message.slice(0, meant.index).matchAll(/"([^"]+)"|`([^`]+)`|\b([A-Z][A-Z0-9_]{2,})\b/g)].map((match) => match[1] ?? match[2] ?? match[3]!);
  const [used] = names.sort((a, b) => editDistance(fold(a), fold(defined)) - editDistance(fold(b), fold(defined)));
  return used === undefined ? null : { used, defined };
}

/** The only place of the name as whole words in the document; null if there are several. */
function onlyPlace(sources: Sources, name: string): Span | null {
  const places = sources.flatMap(({ text }, file) => [...text.matchAll(wordsOf(name))].map((match) => ({ file, from: match.index, to: match.index + match[0].length })));
  // The heading of a point defines nothing: `6. Roles and permissions`.
  return places.length === 1 && !isInPointHeading(sources, places[0]!) ? places[0]! : null;
}

function isInPointHeading(sources: Sources, { file, from }: Span): boolean {
  const { text } = sources[file]!;
  return /^##?\s/.test(text.slice(text.lastIndexOf("\n", from - 1) + 1, from));
}

const wordsOf = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[\s_-]+/g, "[\\s_-]+")}(?![\\p{L}\\p{N}_])`, "giu");

/** Whether an error is on a line that uses the name, or a warning is about the definition. */
function isAbout(sources: Sources, { severity, span, message }: Diagnostic, { used, defined }: Pair): boolean {
  if (severity !== "error") return message.includes(`"${defined}"`);
  const { text } = sources[span.file]!;
  const end = text.indexOf("\n", span.to);
  return wordsOf(used).test(text.slice(text.lastIndexOf("\n", span.from - 1) + 1, end < 0 ? text.length : end));
}

function reportAt(sources: Sources, span: Span, { used, defined }: Pair): Diagnostic {
  const lines = sources.reduce((count, { text }) => count + text.split("\n").filter((line) => wordsOf(used).test(line)).length, 0);
  const written = sources[span.file]!.text.slice(span.from, span.to);
  const text = used.toLowerCase() === used && /^\p{Lu}/u.test(written) ? used.charAt(0).toUpperCase() + used.slice(1) : used;
  return {
    code: "misspelt-definition",
    severity: "error",
    span,
    message: `"${defined}" isn't used anywhere, but ${lines} lines use "${used}", which isn't defined.`,
    hint: "Correct the name here, where it is defined.",
    fixes: [{ title: `Write "${text}"`, edits: [{ span, text }] }],
  };
}
