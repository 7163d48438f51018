/** The catalogue's codes, known before anything that refuses with one is read. */
import { fold, join, type Type } from "@nonet/feel";
import { codeOf, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { constantsIn, hasParameters, isOpenConstant, type RawConstant, rawValues } from "../syntax/constant-rows.ts";
import { errorsIn } from "../syntax/error-rows.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import type { Declared } from "./declared.ts";

export function declareCodes(tree: Tree): Declared["codes"] {
  const codes = new Map<string, { name: string; span: ReturnType<typeof codeOf>["span"] }>();
  for (const raw of errorsIn(tree)) {
    const code = codeOf(raw.code);
    const key = fold(code.text);
    if (key !== "" && !codes.has(key)) codes.set(key, { name: code.text, span: code.span });
  }
  return codes;
}

/** The constants' names and types, known before any expression is read. */

export function declareConstants(tree: Tree): Declared["constants"] {
  const constants = new Map<string, { name: string; type: Type; open: boolean; canBeZero: boolean; span: RawConstant["name"]["span"] }>();
  for (const raw of constantsIn(tree)) {
    const key = fold(raw.name.text);
    if (key === "" || hasParameters(raw.name.text) || constants.has(key)) continue;
    constants.set(key, { name: raw.name.text, type: constantType(raw), open: isOpenConstant(raw), canBeZero: canBeZero(raw), span: raw.name.span });
  }
  return constants;
}

/** The type that all the values have in common; `any` where none is understood. */
export function constantType(raw: RawConstant): Type {
  if (isOpenConstant(raw)) return { kind: "open" };
  const types = rawValues(raw).flatMap((value) => (value.read ? [value.read.type] : []));
  return types.length === 0 ? { kind: "any" } : types.reduce(join);
}

const canBeZero = (raw: RawConstant): boolean => rawValues(raw).some(({ read }) => typeof read?.value !== "string" || !/[1-9]/.test(read.value));

/** The screens' names, known before anything that leads to one is read. */

export function declareScreens(tree: Tree): Declared["screens"] {
  const screens = new Map<string, { name: string; span: Span }>();
  for (const { name, openName } of screenTables(tree).flatMap((table) => table.screens)) {
    const key = fold(name.text);
    if (key !== "" && openName === null && !screens.has(key)) screens.set(key, { name: name.text, span: name.span });
  }
  return screens;
}
