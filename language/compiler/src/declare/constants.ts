/** Declares the constants of point 9 with their types, before any expression is compiled. */
import { fold, join, type Type } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import { constantsIn, hasParameters, isOpenConstant, type RawConstant, rawValues } from "../syntax/constants/constant-rows.ts";
import type { Declared } from "./declared.ts";

export function declareConstants(tree: Tree): Declared["constants"] {
  const constants = new Map<string, { name: string; type: Type; open: boolean; canBeZero: boolean; span: RawConstant["name"]["span"] }>();
  for (const raw of constantsIn(tree)) {
    const key = fold(raw.name.text);
    if (key === "" || hasParameters(raw.name.text) || constants.has(key)) continue;
    constants.set(key, { name: raw.name.text, type: constantType(raw), open: isOpenConstant(raw), canBeZero: canBeZero(raw), span: raw.name.span });
  }
  return constants;
}

/** The common type of all values; `any` if no value can be read. */
export function constantType(raw: RawConstant): Type {
  if (isOpenConstant(raw)) return { kind: "open" };
  const types = rawValues(raw).flatMap((value) => (value.read ? [value.read.type] : []));
  return types.length === 0 ? { kind: "any" } : types.reduce(join);
}

const canBeZero = (raw: RawConstant): boolean => rawValues(raw).some(({ read }) => typeof read?.value !== "string" || !/[1-9]/.test(read.value));
