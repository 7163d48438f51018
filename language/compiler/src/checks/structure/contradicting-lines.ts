/** Lines of a machine that other lines leave without effect, and rows that leave a final state. */
import { type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, type Machine, type Product } from "@nonet/model";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { machineForm, machineLines } from "../../syntax/machine-lines.ts";

export function checkContradictions(ctx: PointCompiler, product: Product, machine: Machine): void {
  checkStartBesideNew(ctx, machine);
  checkForbiddenDeletion(ctx, product, machine);
  checkFinalStates(ctx, machine);
}

/** Where `(new)` rows create the records, `Starts as` has no effect. */
function checkStartBesideNew(ctx: PointCompiler, machine: Machine): void {
  const created = machine.transitions.filter((t) => t.from === null && t.open === undefined);
  const decided = machine.actions.filter((action) => action.decision).map((action) => action.name);
  // Such rows are reported themselves.
  if (created.some((t) => t.to === null || t.trigger.kind !== "action" || decided.includes(t.trigger.action))) return;
  const idle = machine.startsAs.find(({ state }) => !created.some((t) => t.to === state));
  const section = sectionOf(ctx, machine);
  const line = section && machineLines(section).find(({ words, read }) => (read ?? machineForm(words))?.name === "starts");
  if (created.length === 0 || !idle || !line) return;
  const rows = [...new Set(created.map((t) => t.to))].join(" or ");
  ctx.report("unused-start", line.words.span, `No ${machine.entity} starts as ${idle.state}: a \`(new)\` row creates it as ${rows}.`, {
    hint: `Remove the line, or write the \`(new)\` row with To ${idle.state}.`,
  });
}

/** `Deleting: not allowed` and a row to `(deleted)` contradict each other. */
function checkForbiddenDeletion(ctx: PointCompiler, product: Product, machine: Machine): void {
  const entity = entityOf(product, machine.entity);
  if (entity) checkKeptStates(ctx, entity, machine);
  if (entity?.deleting.allowed !== "never") return;
  for (const row of new Map(machine.transitions.filter((t) => t.to === null).map((t) => [t.row, t])).values())
    ctx.report("forbidden-deletion", row.source, `This row deletes the ${machine.entity}, but point 3 says \`Deleting: not allowed\`.`, {
      hint: "Name a state in To, or remove `Deleting: not allowed`.",
    });
}

/** `Deleting: not allowed while STATE` and a row from STATE to `(deleted)`, or `only while STATE` and a row from another state. */
function checkKeptStates(ctx: PointCompiler, { name, deleting }: Entity, machine: Machine): void {
  const { notWhile, onlyWhile } = deleting;
  const named = machine.field === "state" && (notWhile ?? onlyWhile) ? statesIn((notWhile ?? onlyWhile)!.expression) : [];
  const kept = notWhile || named.length === 0 ? named : machine.states.map((state) => state.name).filter((state) => !named.includes(state));
  for (const row of new Map(machine.transitions.filter((t) => t.to === null && t.from !== null && kept.includes(t.from)).map((t) => [t.row, t])).values())
    ctx.report("forbidden-deletion", row.source, `This row deletes ${article(name)} that is ${row.from}, but point 3 says that it can't be deleted then.`, {
      hint: `Remove ${row.from} from Deleting, or name another state in From or To.`,
    });
}

/** The states of a condition that compares nothing but the state. */
function statesIn(e: Expression): readonly string[] {
  if (e.kind === "binary" && e.operator === "or") {
    const [left, right] = [statesIn(e.left), statesIn(e.right)];
    return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
  }
  const isState = (one: Expression): boolean => one.kind === "path" && one.field === "state" && one.of.kind === "variable" && one.of.name === "this";
  if (e.kind === "binary" && e.operator === "=" && isState(e.left) && e.right.kind === "literal") return [String(e.right.value)];
  return [];
}

function checkFinalStates(ctx: PointCompiler, machine: Machine): void {
  const leaving = machine.transitions.filter((t) => t.open === undefined && t.from !== null && t.to !== null && t.to !== t.from && machine.endsAs.includes(t.from));
  for (const row of new Map(leaving.map((t) => [t.row, t])).values())
    ctx.report("leaves-final-state", row.source, `This row leads out of ${row.from}, but Ends as lists ${row.from} as a final state.`, {
      hint: `Remove ${row.from} from Ends as, if it isn't final.`,
    });
}

const sectionOf = (ctx: PointCompiler, { source }: Machine): Section | undefined =>
  ctx.tree.points[3]!.sections.find(({ span, title }) => span.file === source.file && span.from === source.from && fold(title.text) !== "");
