/**
 * One mistake gives one diagnostic: drops diagnostics that only follow from a statement that was not understood. Such
 * a statement uses and defines nothing, so the codes it names look unused and the fields it defines look unknown.
 * Correcting the statement resolves these as well.
 */
import { fold } from "@nonet/feel";
import type { Block, Layout, PointNumber, Tree } from "@nonet/notation";
import type { Diagnostic, Sources, Span } from "@nonet/source";
import { isAboutUse, mayReadInput, maySetField, mayUse } from "./unheard-causes.ts";

/** A line or row of the document: the smallest unit that can be understood or not. */
interface Statement {
  readonly span: Span;
  readonly point: number;
  /** The folded text with spaces at both ends, to search for whole words. */
  readonly text: string;
}

/** An error and the statement that contains it. */
interface Root {
  readonly diagnostic: Diagnostic;
  readonly statement: Statement | null;
}

/** The document as it stands now. */
interface Document {
  readonly sources: Sources;
  /** The smallest statement around a place; always the same object. */
  statementAt(span: Span): Statement | null;
  sections(point: PointNumber): readonly { readonly title: string; readonly span: Span }[];
}

/** Codes for definitions that no understood statement uses. */
const unused: ReadonlySet<string> = new Set(["unused-code", "unused-constant", "unused-call"]);
/** Codes about a whole machine, which are uncertain if one of its rows isn't understood. */
const wholeMachine: ReadonlySet<string> = new Set([
  "unreachable-state",
  "dead-end",
  "nobody-may",
  "who-disagrees",
  "no-start",
  "automatic-circle",
  "guard-never-holds",
  "unreachable-transition",
  "refusal-never-seen",
  "unused-effects",
]);
/** Codes about the permissions of point 6 as a whole. */
const fromRights: ReadonlySet<string> = new Set([
  "grants-nothing",
  "screen-without-right",
  "unused-link",
  "reveals-field",
  "required-never-filled",
  "unusable-grant",
  "never-across-roles",
  "mail-not-readable",
  "form-out-of-reach",
  "element-without-right",
  "call-without-right",
  "link-out-of-reach",
  "personal-out-of-reach",
  "own-of-others",
  "refusal-at-unseen-field",
]);
/** Codes for names that no understood statement defines. */
const unknownName =
  /^(unknown-(name|function|field|field-shown|action|action-shown|state|entity|entity-shown|call|role|role-for)|unlisted-code|not-a-field|not-a-path|unasked-field|route-parameter)$/;
/** The points in the order in which they define what the others use. */
const rank = [9, 8, 0, 3, 5, 2, 4, 6, 1];

/** Spans are in the sources, in the input and in the result. */
export function withoutConsequences(tree: Tree, layout: Layout, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (errors.length === 0) return [...diagnostics];
  const document = documentOf(tree, layout);
  const roots: Root[] = errors.map((diagnostic) => ({ diagnostic, statement: document.statementAt(diagnostic.span) }));
  const first = diagnostics.filter((d) => !follows(document, d, roots));
  const silent = new Set(diagnostics.filter((d) => !first.includes(d)));
  return first.filter((d) => !inUnusedEntry(document, d, [...first, ...silent]) && !inUnplacedCall(document, d, roots, [...first, ...silent]));
}

function follows(document: Document, d: Diagnostic, roots: readonly Root[]): boolean {
  const others = roots.filter((root) => root.diagnostic !== d);
  if (others.some((root) => readsUntypedField(document, root, d) || namesUnplaced(document, root, d) || readsUnknownInput(document, root, d))) return true;
  if (others.some((root) => namesUndefinedHere(document, root, d))) return true;
  if (/^(?:ambiguous|unreadable)-step$/.test(d.code) && others.some((root) => namesUnread(document, root, d))) return true;
  if (isMistyped.test(d.code) && others.some((root) => readsUnknown(document, root, d))) return true;
  // The table of screens isn't read.
  if (d.code === "unknown-screen" && others.some((root) => root.diagnostic.code === "unreadable-table" && root.statement?.point === 2)) return true;
  if (d.code === "unknown-call" && others.some((root) => isCallNamed(document, root, d))) return true;
  // Of a row with too many cells, some are in the wrong column.
  if (d.code !== "too-many-cells" && others.some((root) => root.diagnostic.code === "too-many-cells" && root.statement !== null && root.statement === document.statementAt(d.span)))
    return true;
  // The row's subject isn't what it says.
  if (
    d.code === "doubled-name" &&
    document.statementAt(d.span)?.text.trim().startsWith("|") &&
    others.some((root) => root.diagnostic.code !== "doubled-name" && isWithin(root.diagnostic.span, d.span))
  )
    return true;
  // The statement that isn't understood may be the one that reads it.
  if (d.code === "unused-asked") return others.some((root) => mayReadInput(root, d));
  if (d.code === "role-without-audience" && others.some((root) => isWithin(d.span, root.diagnostic.span))) return true;
  // Names of a record that nothing gives to the call follow from that, and not the other way round. Any other statement that isn't understood may be the one that sends it.
  if (d.code === "unused-call")
    return others.some(
      ({ diagnostic, statement }) => !(isUnplacedName(diagnostic) && isWithin(diagnostic.span, sectionAt(document, 7, d))) && [3, 4, 7].includes(statement?.point ?? 0),
    );
  // A name that isn't known in a message of point 8 doesn't raise the code of its row.
  if (
    unused.has(d.code) &&
    others.some(
      (root) => !(d.code === "unused-code" && root.statement?.point === 8 && /^unknown-(?:name|field)$/.test(root.diagnostic.code)) && mentions(root, nameOf(document, d)),
    )
  )
    return true;
  if ((d.code === "unused-code" || d.code.startsWith("unknown-action")) && others.some((root) => leavesOut(document, root, d.code === "unused-code" ? [4, 5, 7] : [4])))
    return true;
  if ((d.code === "who-disagrees" || d.code === "nobody-may") && others.some((root) => root.diagnostic.code === "unknown-role" || isUnreadRight(root) || isUnreadCell(root)))
    return true;
  // The line that isn't understood may be the one that defines the condition.
  if (d.code === "unknown-condition" && others.some((root) => root.statement?.point === 6 && ["unknown-entity", "reserved-name", "unreadable-line"].includes(root.diagnostic.code)))
    return true;
  // A row whose cells stand in the wrong columns names another action.
  if (
    d.code === "unknown-action" &&
    others.some((root) => root.statement?.point === 4 && root.diagnostic.code === "unreadable-value" && root.statement.text.includes(fold(textAt(document, d.span))))
  )
    return true;
  if (wholeMachine.has(d.code)) return others.some((root) => !wholeMachine.has(root.diagnostic.code) && !leavesMachine(root, d) && sameMachine(document, root.diagnostic, d));
  // A state or a right that isn't understood may be the one that is missed.
  if (d.code === "condition-never-holds")
    return others.some((root) => root.statement !== null && (root.statement.point === 3 || root.statement.point === 4 || root.statement === document.statementAt(d.span)));
  if (d.code === "field-never-set") return others.some((root) => maySetField(placesIn(document), root, d));
  if (isAboutUse(d.code)) return others.some((root) => mayUse(placesIn(document), root, d));
  if (d.code === "rule-never-checked") return others.some((root) => [3, 4, 6, 7].includes(root.statement?.point ?? 0));
  if (fromRights.has(d.code)) return others.some((root) => root.statement !== null && (root.statement.point === 6 || (d.code.startsWith("unused-") && root.statement.point === 4)));
  // The column or default that isn't understood may be the one that sets it.
  if (d.code === "incomplete-initial-record") return others.some((root) => root.statement?.point === 3 && root.diagnostic.code !== d.code);
  if (d.code === "rule-can-be-empty") return others.some((root) => root.statement !== null && (root.statement.point === 3 || isWithin(d.span, root.statement.span)));
  if (d.code === "create-lacks-required") return others.some((root) => root.statement !== null && root.statement === document.statementAt(d.span));
  if (d.code === "form-lacks-required") return others.some((root) => isWithin(root.diagnostic.span, sectionNamed(document, d)));
  if (d.code === "no-own") return others.some((root) => isUnreadRight(root) || (isOwnLine(root) && root.diagnostic.code !== "no-own"));
  if (!unknownName.test(d.code)) return false;
  const own = document.statementAt(d.span);
  const name = fold(textAt(document, d.span));
  return name !== "" && others.some((root) => root.statement !== null && root.statement !== own && defines(root, name) && !isMutual(document, root, d, own));
}

/** Codes of a type, a field or a statement that isn't understood. */
const isUnread = /^(?:unknown-(?:type|entity|entity-shown|statement|column|action)|unreadable-(?:value|line|statement)|bad-name)$/;

/** Whether a line of the same call, machine or table that isn't understood would define the name: `find … as a`, an input of `Takes`, a parameter of a function, what an action asks for. */
function namesUndefinedHere(document: Document, { diagnostic, statement }: Root, d: Diagnostic): boolean {
  if (diagnostic.code !== "not-an-input" && d.code === "not-an-input" && isWithin(diagnostic.span, { ...d.span, to: d.span.to + 1 })) return true;
  if (!statement || !isUnread.test(diagnostic.code)) return false;
  const own = document.statementAt(d.span);
  const name = fold(textAt(document, d.span));
  if (name === "") return false;
  if (d.code === "unreadable-value" && diagnostic.code === "unknown-type") return d.message.startsWith("A range can't go");
  if (!/^unknown-(?:name|field|function)$/.test(d.code)) return false;
  if (statement.point === 9)
    return own === statement || (diagnostic.code === "unknown-column" && d.code !== "unknown-field") || (d.code === "unknown-function" && statement.text.startsWith(` | ${name}`));
  if (statement.point === 4 && diagnostic.code === "unknown-action") return name === "asked";
  const isBesideIt = statement.point === 7 && isWithin(d.span, sectionAt(document, 7, diagnostic));
  return (
    isBesideIt &&
    (d.code === "unknown-name"
      ? isAmong(`as ${name}`, statement.text) || isAmong(`s ${name}`, statement.text)
      : d.message.startsWith("A context has no") && (isAmong(name, statement.text) || diagnostic.code === "unreadable-line"))
  );
}

/** Codes about the type of a value, which is unknown where a name in it is. */
const isMistyped = /^(?:impossible-comparison|type-mismatch|argument-type|unit-mismatch|not-a-field|not-a-record|compares-itself)$/;

/** Whether the diagnostic is about a value behind an unknown name in the same cell or bullet. */
function readsUnknown(document: Document, { statement, diagnostic }: Root, d: Diagnostic): boolean {
  if (!/^unknown-(?:name|field|function)$/.test(diagnostic.code) || statement === null || statement !== document.statementAt(d.span) || diagnostic.span.from >= d.span.from)
    return false;
  const between = document.sources[d.span.file]!.text.slice(diagnostic.span.to, d.span.from);
  return !/(?<!\\)\||\n/.test(between);
}

/** Whether the call is there, with a mistake in its section. */
function isCallNamed(document: Document, { diagnostic }: Root, d: Diagnostic): boolean {
  const name = fold(textAt(document, d.span).replace(/^"|"$/g, ""));
  return document.sections(7).some(({ title, span }) => fold(title) === name && isWithin(diagnostic.span, span));
}

/** Whether the diagnostic is about an expression that reads a field of unknown type. */
function readsUntypedField(document: Document, { statement, diagnostic }: Root, d: Diagnostic): boolean {
  if (diagnostic.code !== "unknown-type" || statement?.point !== 3) return false;
  const own = document.statementAt(d.span);
  const name = fieldNamed(statement, fold(textAt(document, diagnostic.span)));
  if (name === "" || own === statement) return false;
  return isAmong(name, fold(textAt(document, d.span))) || (/^(unknown-field-shown|unreadable-step)$/.test(d.code) && own !== null && isAmong(name, own.text));
}

/** Whether a step is about a record that a step not understood would make, or of an entity with a field of unknown type. */
function namesUnread(document: Document, { statement, diagnostic }: Root, d: Diagnostic): boolean {
  if (diagnostic.code === "unknown-type" && statement?.point === 3) {
    const { title } = document.sections(3).find((one) => isWithin(diagnostic.span, one.span)) ?? { title: "" };
    const message = fold(d.message);
    return title !== "" && d.code === "ambiguous-step" && (message.endsWith(` of ${fold(title)}.`) || message.includes(` could be the ${fold(title)} with `));
  }
  if (diagnostic.code !== "unreadable-step" || !diagnostic.message.includes("is not an entity") || diagnostic.span.from > d.span.from) return false;
  const step = lineAt(document, d.span);
  return (lineAt(document, diagnostic.span).match(/"[^"]+"/g) ?? []).some((name) => step.includes(name));
}

/** The whole line: an example is one statement with many steps. */
function lineAt({ sources }: Document, { file, from }: Span): string {
  const text = sources[file]?.text ?? "";
  const end = text.indexOf("\n", from);
  return text.slice(text.lastIndexOf("\n", from - 1) + 1, end < 0 ? text.length : end);
}

/** Whether the diagnostic is about an input of a call that a line not understood would define. */
function readsUnknownInput(document: Document, { statement, diagnostic }: Root, d: Diagnostic): boolean {
  if (diagnostic.code !== "unreadable-value" || statement?.point !== 7 || !statement.text.startsWith(" takes:") || !/^unknown-(name|field)$/.test(d.code)) return false;
  return isWithin(diagnostic.span, sectionAt(document, 7, d)) && isAmong(fold(textAt(document, d.span)), fold(textAt(document, diagnostic.span)));
}

/** Whether the diagnostic is about a state, action or effect of a machine whose heading isn't understood. */
function namesUnplaced(document: Document, { statement, diagnostic }: Root, d: Diagnostic): boolean {
  if (
    diagnostic.code !== "unknown-entity" ||
    statement?.point !== 4 ||
    !/^(unknown|unused|unlisted|unreadable-step|impossible-comparison|syntax-error|rule-can-be-empty|reveals-field)/.test(d.code)
  )
    return false;
  const section = document.sections(4).find((one) => isWithin(diagnostic.span, one.span));
  // In a row, the row itself is the mistake.
  if (!section || !fold(section.title).startsWith(fold(textAt(document, diagnostic.span)))) return false;
  // The effects are unknown, and so are the fields they set, the readers of fields, and the steps of examples.
  if (/^(rule-can-be-empty|reveals-field)$/.test(d.code) || (d.code === "unreadable-step" && d.message.includes("is not something that a person can do"))) return true;
  if (d.code === "syntax-error") return ["state", "while"].some((word) => isAmong(word, document.statementAt(d.span)?.text ?? ""));
  if (d.code === "impossible-comparison") return isAmong(fold(/"([^"]+)"/.exec(d.message)?.[1] ?? d.code), fold(textAt(document, section.span)));
  const name = fold(unused.has(d.code) ? nameOf(document, d) : textAt(document, d.span));
  return name === "state" || (name !== "" && isAmong(name, fold(textAt(document, section.span))));
}

/** `bicycle: beast, required`, or the first cell of a row with an unknown type. */
function fieldNamed({ text }: Statement, type: string): string {
  const isRow = text.trim().startsWith("|");
  const names = isRow ? text.split("|").map((cell) => cell.trim()) : [text.slice(0, Math.max(0, text.indexOf(":"))).trim()];
  return names.find((one) => one !== "" && one !== type) ?? "";
}

/** Whether the text contains the words as whole words. */
function isAmong(words: string, text: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[at + words.length] ?? " ")) return true;
  }
  return false;
}

/** A line of point 6 that isn't understood may contain anything that is missing elsewhere. */
const isOwnLine = ({ statement }: Root): boolean =>
  statement?.point === 6 && /^ (?:(?:record )?own|who (?:is )?own)\w*[^|]*:|^ (?:an?|each|every|any) [^|]* (?:is|are|belongs?) /.test(statement.text);

const isUnreadRight = ({ statement, diagnostic }: Root): boolean => statement?.point === 6 && /^(?:unread-attribute|unreadable-right)$/.test(diagnostic.code);

/** A row, column or cell of the matrix that grants nothing for now. */
/** Which call is sent and which code refuses changes neither the states nor who acts. */
const leavesMachine = ({ diagnostic }: Root, { code }: Diagnostic): boolean =>
  /^(?:unknown-call|unlisted-code)$/.test(diagnostic.code) && code !== "unused-effects" && code !== "refusal-never-seen";

const isUnreadCell = ({ statement, diagnostic }: Root): boolean =>
  /^(?:unknown-verb|unknown-condition|doubled-column)$/.test(diagnostic.code) ||
  (statement?.point === 6 && /^(?:unknown-field|unknown-entity|doubled-name)$/.test(diagnostic.code));

/** An empty cell may be the one in which the name is missing. */
const leavesOut = (document: Document, { statement, diagnostic }: Root, points: readonly number[]): boolean =>
  statement !== null && points.includes(statement.point) && (diagnostic.code === "empty-cell" || textAt(document, diagnostic.span) === "");

/** Whether the statement that isn't understood would define the name. */
function defines(root: Root, name: string): boolean {
  const { statement, diagnostic } = root;
  if (!statement || ![3, 4, 6, 7, 8, 9].includes(statement.point) || diagnostic.code === "unused-call") return false;
  if (unknownName.test(diagnostic.code) && statement.point !== 4 && statement.point !== 7) return false;
  return suggested(diagnostic, name) ? statement.text.includes(" asks for:") || diagnostic.code === "unknown-entity" : isDefinition(statement, name);
}

/** The name is at the start of the line, fills one of its cells, or is among the input of an action. */
const isDefinition = ({ text }: Statement, name: string): boolean =>
  [":", " =", "(", " —", " -", " 4"].some((behind) => text.startsWith(` ${name}${behind}`)) ||
  text.includes(`| ${name} |`) ||
  (text.includes(" asks for:") && text.includes(` ${name}:`));

const suggested = (d: Diagnostic, name: string): boolean => fold(d.message).includes(`"${name}"`) || fold(d.message).includes(`\`${name}\``);

/** Two names are each other's nearest match: the definition is misspelt. */
function isMutual(document: Document, root: Root, d: Diagnostic, own: Statement | null): boolean {
  if (!suggested(d, fold(textAt(document, root.diagnostic.span)))) return false;
  return rank[(root.statement?.point ?? 1) - 1]! > rank[(own?.point ?? 1) - 1]!;
}

/** The message of an error refers to the record that raises it; if nothing raises it, its names are unknown. */
function inUnusedEntry({ statementAt }: Document, d: Diagnostic, all: readonly Diagnostic[]): boolean {
  if (d.code !== "unknown-name" && d.code !== "unknown-field") return false;
  const own = statementAt(d.span);
  return own?.point === 8 && all.some((other) => other.code === "unused-code" && isWithin(other.span, own.span));
}

/** The texts of a call refer to its record; if that is unknown, so are their names. */
function inUnplacedCall({ statementAt, sections }: Document, d: Diagnostic, roots: readonly Root[], all: readonly Diagnostic[]): boolean {
  if (!isUnplacedName(d)) return false;
  const section = sections(7).find((one) => isWithin(d.span, one.span));
  if (!section || /^ (every|finds):/.test(statementAt(d.span)?.text ?? "")) return false;
  const isUnplaced = roots.some(
    (root) => root.diagnostic !== d && isWithin(root.diagnostic.span, section.span) && /^ (?:(?:every|finds|receives|offers):|for each\b)/.test(root.statement?.text ?? ""),
  );
  return isUnplaced || all.some((other) => other.code === "unused-call" && isWithin(other.span, section.span));
}

const isUnplacedName = ({ code }: Diagnostic): boolean => code === "unknown-name" || code === "unknown-field";

const isWithin = (inner: Span, outer: Span): boolean => inner.file === outer.file && outer.from <= inner.from && inner.to <= outer.to;

function mentions(root: Root, name: string): boolean {
  if (name === "") return false;
  const words = fold(name);
  if (suggested(root.diagnostic, words) || fold(root.diagnostic.message).includes(`mean ${words}?`)) return true;
  return isAmong(words, root.statement?.text ?? "");
}

/** The subject of a diagnostic about something unused: its message quotes it, or it is at its place. */
const nameOf = (document: Document, d: Diagnostic): string => /"([^"]+)"/.exec(d.message)?.[1] ?? textAt(document, d.span);

const textAt = ({ sources }: Document, span: Span): string => sources[span.file]?.text.slice(span.from, span.to) ?? "";

const placesIn = (document: Document): Parameters<typeof mayUse>[0] => ({ sections: document.sections, textOf: (span) => textAt(document, span) });

/** The section of point 2 that the message names; an empty span if there is none. */
const sectionNamed = (document: Document, d: Diagnostic): Span =>
  document.sections(2).find((one) => fold(one.title) === fold(nameOf(document, d)))?.span ?? { ...d.span, to: d.span.from };

const sectionAt = (document: Document, point: PointNumber, d: Diagnostic): Span =>
  document.sections(point).find((one) => isWithin(d.span, one.span))?.span ?? { ...d.span, to: d.span.from };

function sameMachine({ sections }: Document, a: Diagnostic, b: Diagnostic): boolean {
  const section = sections(4).find((one) => isWithin(b.span, one.span));
  return section !== undefined && isWithin(a.span, section.span);
}

function documentOf(tree: Tree, layout: Layout): Document {
  const sections = (point: PointNumber): { title: string; span: Span }[] =>
    tree.points[point - 1]!.sections.map((section) => ({ title: section.title.text, span: layout.at(section.span) }));
  return { sources: tree.sources, statementAt: finderIn(tree, layout), sections };
}

/** Searches only sections and blocks that contain the place. */
function finderIn(tree: Tree, layout: Layout): (span: Span) => Statement | null {
  const made = new Map<Span, Statement>();
  const statementOf = (span: Span, point: number): Statement => {
    const known = made.get(span) ?? { span: layout.at(span), point, text: statementText(layout.text(span)) };
    made.set(span, known);
    return known;
  };
  return (place) => {
    let best: Statement | null = null;
    const holds = (span: Span): boolean => span.file === place.file && layout.from(span) <= place.from && layout.to(span) >= place.to;
    const look = (span: Span, point: number): boolean => {
      if (!holds(span)) return false;
      const one = statementOf(span, point);
      if (best === null || one.span.to - one.span.from <= best.span.to - best.span.from) best = one;
      return true;
    };
    const lookIn = (block: Block, point: number): void => {
      const isHere = look(spanOf(block), point);
      if (isHere && block.kind === "table") for (const row of block.rows) look(row.span, point);
      if (block.kind === "bullet") for (const child of block.children) lookIn(child, point);
    };
    for (const { number, blocks, sections } of tree.points) {
      for (const block of blocks) lookIn(block, number);
      for (const section of sections) {
        if (!holds(section.span)) continue;
        look(section.title.span, number);
        for (const block of section.blocks) lookIn(block, number);
      }
    }
    return best;
  };
}

const spanOf = (block: Block): Span => (block.kind === "paragraph" || block.kind === "other" ? block.words.span : block.span);

const statementText = (text: string): string => ` ${fold(text.replace(/^[-*+]\s+/, "").replace(/\*\*|`/g, ""))} `;
