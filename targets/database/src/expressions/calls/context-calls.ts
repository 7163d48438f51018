/** Compiles FEEL's functions that build contexts and take them apart (DMN 1.5, section 10.3.4.9). A context is a JSON object. */
import type { Expression, Type } from "@nonet/feel";
import { boundAs } from "../../scope/bound-values.ts";
import { compileAs, whereText } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { exactJson } from "../../scope/conversions.ts";
import { isNull, type Scope } from "../../scope/scope.ts";
import { text } from "../../scope/type-kinds.ts";
import { unlessMissing } from "../fields/row-source.ts";
import { rowsOf } from "../fields/rows.ts";

type Maker = (s: Scope, args: readonly Expression[]) => string;

const any: Type = { kind: "any" };
const jsonOf = (s: Scope, e: Expression): string => compileAs(s, e, any);
const jsonOrNull = (s: Scope, e: Expression): string => (isNull(e) ? "'null'::jsonb" : `coalesce(${exactJson(s, compile(s, e), e.type)}, 'null'::jsonb)`);

export const contextCalls: Readonly<Record<string, Maker>> = {
  "context put": (s, [context, key, value]) => {
    if (key!.type.kind === "list") return `nonet.context_put(${jsonOf(s, context!)}, ${compileAs(s, key!, { kind: "list", of: text })}, ${jsonOrNull(s, value!)})`;
    return `nonet.context_put(${jsonOf(s, context!)}, array[${compileAs(s, key!, text)}], ${jsonOrNull(s, value!)})`;
  },
  "get entries": (s, [context]) => {
    const e = s.params.alias("e");
    const json = jsonOf(s, context!);
    return `(case when jsonb_typeof(${json}) = 'object' then array(select jsonb_build_object('key', ${e}.key, 'value', ${e}.value) from jsonb_each(${json}) ${e}) end)`;
  },
  context: (s, [entries]) => aggregated(s, entries!, "nonet.context_of"),
  "context merge": (s, [contexts]) => aggregated(s, contexts!, "nonet.context_merge"),
};

/** The objects of a list as one, in the list's order. */
function aggregated(s: Scope, list: Expression, by: string): string {
  const rows = rowsOf(s, list);
  const sql = `${by}(array(select ${boundAs(s, rows.item, any)} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""}))`;
  return unlessMissing(rows, sql);
}
