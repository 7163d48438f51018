/** Declares the codes of point 8, the screens of point 2 and the calls of point 7. */
import { fold } from "@nonet/feel";
import { codeOf, type Section, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { callKey } from "../syntax/call-attributes.ts";
import { errorsIn } from "../syntax/error-rows.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import { bare, spacedWords } from "../text/split.ts";
import type { Declared } from "./declared.ts";
import { callSections } from "../syntax/call-sections.ts";

export function declareCalls(tree: Tree): Declared["calls"] {
  const calls = new Map<string, { name: string; span: Span; to: string | null }>();
  for (const section of callSections(tree)) {
    const name = spacedWords(bare(section.title));
    const key = fold(name.text);
    if (!calls.has(key)) calls.set(key, { name: name.text, span: name.span, to: receiversIn(section) });
  }
  return calls;
}

/** What the mail says of its receivers, as it is written. */
function receiversIn({ blocks }: Section): string | null {
  const found = blocks.find((block) => block.kind === "bullet" && block.label !== null && callKey(block.label.text) === "email to");
  return (found?.kind === "bullet" && found.value?.text) || null;
}

export function declareCodes(tree: Tree): Declared["codes"] {
  const codes = new Map<string, { name: string; span: ReturnType<typeof codeOf>["span"] }>();
  for (const raw of errorsIn(tree)) {
    const code = codeOf(raw.code);
    const key = fold(code.text);
    if (key !== "" && !codes.has(key)) codes.set(key, { name: code.text, span: code.span });
  }
  return codes;
}

export function declareScreens(tree: Tree): Declared["screens"] {
  const screens = new Map<string, { name: string; span: Span }>();
  for (const { name, openName } of screenTables(tree).flatMap((table) => table.screens)) {
    const key = fold(name.text);
    if (key !== "" && openName === null && !screens.has(key)) screens.set(key, { name: name.text, span: name.span });
  }
  return screens;
}
