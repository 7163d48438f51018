/** Finds the places where a thing that can be renamed is defined. */
import { fold } from "@nonet/feel";
import { codeOf as code, type Section, type TextSpan, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { rawFieldsOf } from "../declare/fields.ts";
import { machineHeading } from "../declare/machines.ts";
import { constantsIn } from "../syntax/constants/constant-rows.ts";
import { errorsIn } from "../syntax/error-rows.ts";
import { matrixColumns } from "../syntax/roles/matrix-roles.ts";
import { roleLines } from "../syntax/roles/roles.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, split } from "../text/split.ts";
import { callSections } from "../syntax/call-sections.ts";

export type Named =
  | { readonly kind: "entity" | "role" | "constant" | "code" | "call" | "screen"; readonly name: string }
  /** Of an entity. */
  | { readonly kind: "field" | "state" | "action"; readonly entity: string; readonly name: string };

/** The places where the thing is defined; states and actions have several, because rows define them. */
export function definitions(tree: Tree, thing: Named): Span[] {
  const isIt = (words: TextSpan): boolean => fold(bare(words).text) === fold(thing.name);
  const spans = (words: readonly TextSpan[]): Span[] => words.filter(isIt).map((one) => bare(one).span);
  switch (thing.kind) {
    case "entity":
      return spans(tree.points[2]!.sections.map(nameOfSection));
    case "field":
      return spans(
        rawFieldsOf(tree.points[2]!.sections.filter((section) => fold(nameOfSection(section).text) === fold(thing.entity)).flatMap((s) => [...s.blocks])).map((raw) => raw.name),
      );
    case "role":
      return spans([...roleLines(tree.points[5]!.blocks).flatMap(({ roleLine }) => roleLine?.name ?? []), ...matrixColumns(tree)]);
    case "constant":
      return spans(constantsIn(tree).map((raw) => raw.name));
    case "code":
      return spans(errorsIn(tree).map((raw) => raw.code));
    case "call":
      return spans(callSections(tree).map((section) => section.title));
    case "screen":
      return spans(screenTables(tree).flatMap(({ screens }) => screens.map((raw) => raw.name)));
    case "state":
      return spans(machinesOf(tree, thing.entity).flatMap(statesIn));
    case "action":
      return spans(
        machinesOf(tree, thing.entity).flatMap((section) =>
          transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap((row) => row.triggers.filter((t) => !t.automatic).map((t) => t.words))),
        ),
      );
  }
}

/** The title without `(part of …)`. */
export function nameOfSection(section: Section): TextSpan {
  const at = section.title.text.search(/\s*\([^()]*\)$/);
  return at < 0 ? section.title : { text: section.title.text.slice(0, at), span: { ...section.title.span, to: section.title.span.from + at } };
}

const machinesOf = (tree: Tree, entity: string): Section[] => tree.points[3]!.sections.filter((section) => fold(machineHeading(section).entity) === fold(entity));

function statesIn(section: Section): TextSpan[] {
  const rows = transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap((row) => [...row.from, row.to]));
  const listed = section.blocks.flatMap((block) =>
    block.kind === "bullet" && block.value && /^(starts|ends) (as|in)$/i.test(block.label?.text ?? "") ? split(code(block.value), ",/") : [],
  );
  return [
    ...rows,
    ...listed
      .map((words) => ({ text: words.text.replace(/\s+(?:when|if)\s.*$/s, ""), span: words.span }))
      .map((words) => ({ ...words, span: { ...words.span, to: words.span.from + words.text.length } })),
  ];
}
