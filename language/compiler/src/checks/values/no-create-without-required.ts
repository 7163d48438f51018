/** An effect that creates a record must set all required fields; otherwise the whole change is always refused. */
import { filledByEffects, mustBeFilled, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { indexOf } from "../access/may-read.ts";

/** `statements`: in the order in which they run. */
export function noCreateWithoutRequired(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  for (const s of statements) {
    if (isNesting(s)) noCreateWithoutRequired(ctx, product, s.body);
    const entity = s.kind === "create" ? indexOf(product).entities.get(s.entity) : undefined;
    // The product itself sets the fields of a new User.
    if (s.kind !== "create" || !entity || entity.name === "User") continue;
    const given = new Set([...s.values.map((one) => one.field), ...filledByEffects(product, entity), ...setLater(s.as, statements)]);
    const ofMachines = new Set((indexOf(product).machines.get(entity.name) ?? []).map((machine) => machine.field));
    const isLeft = (name: string): boolean => !given.has(name) && !ofMachines.has(name);
    const left = entity.fields.filter((field) => (mustBeFilled(entity, field) || field.name === entity.partOf?.field) && isLeft(field.name)).map((field) => field.name);
    if (left.length > 0)
      ctx.report("create-lacks-required", s.source, `This can't create ${article(entity.name)}: the required ${list(left)} ${left.length === 1 ? "is" : "are"} missing.`, {
        hint: `Add \`${left.map((name) => `${name} = …`).join(", ")}\`.`,
      });
  }
}

/** Fields that later statements set on a record with a name. */
function setLater(as: string | null, statements: readonly Statement[]): readonly string[] {
  if (as === null) return [];
  return statements.flatMap((s): readonly string[] => {
    if (isNesting(s)) return setLater(as, s.body);
    return s.kind === "set" && s.target.kind === "path" && s.target.of.kind === "variable" && s.target.of.name === as ? [s.target.field] : [];
  });
}
