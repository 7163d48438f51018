/** What a record surely lacks when the guard of a `(new)` row is judged: read-only values that nothing has set yet, and records that refer to it. */
import type { Expression } from "@nonet/feel";
import { type Action, type Field, isNesting, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { rightsTo } from "../access/may-read.ts";
import { isOwnField } from "./value-cases.ts";

const isMade: ReadonlySet<Field["type"]["kind"]> = new Set(["sequence", "random text", "secret key", "secret link"]);

/** The names of the fields that are empty in a new record that the action creates. */
export function emptyWhenNew(ctx: PointCompiler, entity: string, fields: readonly Field[], action: Action | undefined): ReadonlySet<string> {
  const set = fieldsSet(ctx.lookUp<readonly Statement[]>(`statements of ${entity}`) ?? []);
  const asked = new Set(action?.asks.map(({ field }) => field.name));
  const isPart = (of: string, list: string): boolean => {
    const { partOf } = rightsTo(ctx, of);
    return partOf?.entity === entity && partOf.list === list;
  };
  const isEmpty = ({ name, type, readOnly, required, computed, default: value }: Field): boolean =>
    type.kind === "inverse"
      ? !isPart(type.entity, name)
      : readOnly === true && required === false && computed === null && value === null && !isMade.has(type.kind) && !set.has(name) && !asked.has(name);
  return new Set(fields.filter((field) => field.source !== null && isEmpty(field)).map(({ name }) => name));
}

const fieldsSet = (statements: readonly Statement[]): ReadonlySet<string> =>
  new Set(statements.flatMap((s) => (isNesting(s) ? [...fieldsSet(s.body)] : s.kind === "set" && s.target.kind === "path" ? [s.target.field] : [])));

type Path = Extract<Expression, { kind: "path" }>;

/** The first field of the condition that is empty in a new record. */
export function emptyFieldIn(e: Expression, empty: ReadonlySet<string>): string | undefined {
  switch (e.kind) {
    case "binary":
      return emptyFieldIn(e.left, empty) ?? emptyFieldIn(e.right, empty);
    case "call":
      return e.arguments.map((one) => emptyFieldIn(one, empty)).find((name) => name !== undefined);
    case "path":
      if (!isOwnField(e)) return emptyFieldIn((e as Path).of, empty);
      return empty.has(e.field) ? e.field : undefined;
    default:
      return undefined;
  }
}
