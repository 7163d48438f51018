/** The screens' names, known before anything that leads to one is read. */
import { fold } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Declared } from "../context.ts";
import { screenTables } from "./screen-rows.ts";

export function declareScreens(tree: Tree): Declared["screens"] {
  const screens = new Map<string, { name: string; span: Span }>();
  for (const { name, openName } of screenTables(tree).flatMap((table) => table.screens)) {
    const key = fold(name.text);
    if (key !== "" && openName === null && !screens.has(key)) screens.set(key, { name: name.text, span: name.span });
  }
  return screens;
}
