/** What only the whole document shows: codes, states, permissions and names that don't meet. */
import { fold } from "@nonet/feel";
import { builtInErrorCodes, type Call, type Machine, type Product, type Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { builtInCodes } from "../diagnostics/builtin-codes.ts";
import { firstUses } from "../incremental/findings.ts";
import { resolveName } from "../resolve/report-nearest.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { article, capital, list } from "../text/english.ts";
import { isNotShown } from "../text/split.ts";
import { fieldsOf, rightsOf, publishRights } from "./access/may-read.ts";
import { noHiddenFieldRevealed, noHiddenFieldRevealedByRule, restricts } from "./access/no-hidden-field-revealed.ts";
import { noOwnWithoutLine } from "./access/no-own-without-line.ts";
import { noScreenWithoutRight } from "./access/no-screen-without-right.ts";
import { noUnreachableScreen } from "./access/no-unreachable-screen.ts";
import { screenAudiencesAgree } from "./access/screen-audiences-agree.ts";
import { whoAgrees } from "./access/who-agrees.ts";
import { noConstantGuard, noConstantRule, publishConditions } from "./conditions/no-constant-condition.ts";
import { checkDecisionTables } from "./conditions/table-checks.ts";
import { neverEmptied } from "./nulls/never-emptied.ts";
import { noNullInAggregate } from "./nulls/no-null-in-aggregate.ts";
import { noNullRule } from "./nulls/no-null-rule.ts";
import { noEndlessTransitions, checkDecisions, checkWorkingTimes } from "./structure/machine-checks.ts";
import { noAmbiguousPartList } from "./structure/no-ambiguous-part-list.ts";
import { noAnswerAfterDeletion } from "./structure/no-answer-after-deletion.ts";
import { noComputedCycle } from "./structure/no-computed-cycle.ts";
import { noMessageWithoutRecord } from "./structure/no-message-without-record.ts";
import { noUnusedInput } from "./unused/no-unused-asked.ts";
import { noUnusedEntity, usedEntities } from "./unused/no-unused-entity.ts";
import { noUnusedLink } from "./unused/no-unused-link.ts";
import { noUnusedName } from "./unused/no-unused-name.ts";
import { noUnusedRole } from "./unused/no-unused-role.ts";
import { inputAmountType } from "./values/asked-amount.ts";
import { checkCreations } from "./values/made-by-effects.ts";
import { noCreateWithoutRequired } from "./values/no-create-without-required.ts";
import { noFormWithoutRequired } from "./values/no-form-without-required.ts";
import { noIncompleteInitial } from "./values/no-incomplete-initial.ts";
import { noInvalidDefault } from "./values/no-invalid-default.ts";
import { noInvalidFormat } from "./values/no-invalid-format.ts";
import { noMissingInitial } from "./values/no-missing-initial.ts";
import { createsIn, noRequiredUnfilled } from "./values/no-required-unfilled.ts";

export function crossCheck(ctx: PointCompiler, product: Product): void {
  const { machines, calls, screens, permissions } = product;
  const fields = fieldsOf(ctx, product);
  const events = ctx.same("events", () => product.entities.flatMap((entity) => entity.events));
  publishRights(ctx, product);
  checkCodes(ctx, product);
  ctx.unit("machines as they are", machines, [], () => checkMachines(ctx, machines));
  ctx.unit("working times", machines, [product.calendars.map((calendar) => calendar.name ?? "").join("\n"), product.calendars.length], () => checkWorkingTimes(ctx, product));
  if (permissions.written) ctx.unit("who may", machines, [permissions], () => machines.forEach((machine) => whoAgrees(ctx, machine, permissions)));
  if (permissions.written) ctx.unit("rows of screens", screens, [permissions], () => screenAudiencesAgree(ctx, product));
  checkDecisionTables(ctx, product);
  noComputedCycle(ctx, product);
  const done = (): Statement[] => [...allStatements(product), ...product.entities.flatMap((entity) => entity.events).flatMap((event) => event.then)];
  ctx.unit("actions done", machines, [calls, events, fields], () => checkRunActions(ctx, product, done()));
  const initial = ctx.same("initial records", () => product.entities.flatMap((entity) => entity.initialRecords));
  ctx.unit("texts of a form", machines, [fields, events, calls, initial], () => noInvalidFormat(ctx, product, done()));
  ctx.unit("values of fields", machines, [fields, initial], () => noInvalidDefault(ctx, product));
  ctx.unit("forms", screens, [fields, events, machines], () => noFormWithoutRequired(ctx, product));
  const creates = ctx.unit("records that effects make", machines, [calls], () => createsIn(allStatements(product)));
  noRequiredUnfilled(ctx, product, creates);
  ctx.unit("records made whole", machines, [fields, events, calls], () => {
    for (const { then } of machines.flatMap((machine) => machine.transitions)) noCreateWithoutRequired(ctx, product, then);
    for (const { then } of product.entities.flatMap((entity) => entity.events)) noCreateWithoutRequired(ctx, product, then);
    for (const then of calls.flatMap(runsOf)) noCreateWithoutRequired(ctx, product, then);
  });
  publishConditions(ctx, product);
  noConstantGuard(ctx, product);
  const isRestricted = restricts(product);
  const kept = ctx.unit("never emptied", machines, [fields, events, calls], () => neverEmptied(product, allStatements(product)));
  const filled = new Set(kept);
  ctx.each(`judged rule${isRestricted ? " that may reveal" : ""}`, product.rules, { of: (rule) => rule, depends: () => [kept.join()] }, (rule) => {
    if (!noConstantRule(ctx, rule)) noNullRule(ctx, rule, filled);
    if (isRestricted) noHiddenFieldRevealedByRule(ctx, product, rule);
  });
  noNullInAggregate(ctx, product, filled);
  ctx.unit("owned lists", fields, [], () => noAmbiguousPartList(ctx));
  noMissingInitial(ctx, product);
  noIncompleteInitial(ctx, product);
  noMessageWithoutRecord(ctx, product);
  noAnswerAfterDeletion(ctx, product);
  noUnreachableScreen(ctx, product);
  noUnusedName(ctx, product);
  noOwnWithoutLine(ctx, product);
  noUnusedInput(ctx, product);
  if (!permissions.written) return;
  ctx.unit("screens and rights", screens, [], () => noScreenWithoutRight(ctx, product));
  noUnusedRole(ctx, product);
  const parts = product.entities.map((entity) => `${entity.name} of ${entity.partOf?.entity}`).join("\n");
  const used = ctx.unit("entities in use", fields, [parts, events, machines, calls, screens, rightsOf(ctx, product)], () => usedEntities(product));
  noUnusedEntity(ctx, product, used);
  ctx.unit("links", fields, [parts, screens, rightsOf(ctx, product)], () => noUnusedLink(ctx, product));
  noHiddenFieldRevealed(ctx, product);
}

function checkMachines(ctx: PointCompiler, machines: readonly Machine[]): void {
  ctx.each("a machine as a whole", machines, { of: (machine) => machine }, (machine) => {
    checkStates(ctx, machine);
    noEndlessTransitions(ctx, machine);
    checkDecisions(ctx, machine);
  });
}

/** What `do … with` gives must be what the action asks for. */
function checkRunActions(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  for (const s of statements) {
    if (s.kind === "for each") checkRunActions(ctx, product, s.body);
    if (s.kind === "create") checkCreations(ctx, product, s);
    if (s.kind !== "do") continue;
    const type = s.on.type.kind === "list" ? s.on.type.of : s.on.type;
    const action = product.machines
      .filter((m) => type.kind === "record" && m.entity === type.name)
      .flatMap((m) => m.actions)
      .find((a) => a.name === s.action);
    const asks = action?.asks ?? [];
    if (action?.decision)
      ctx.report("do-decided", s.source, `Several people decide on "${s.action}", so an effect can't run it.`, { hint: "Give the effect an action of its own." });
    for (const { field, value } of s.asked) {
      const ask = asks.find((one) => fold(one.field.name) === fold(field));
      if (!ask)
        ctx.report(
          "unknown-field",
          s.source,
          `"${s.action}" doesn't ask for "${field}".${resolveName(
            field,
            asks.map((one) => one.field.name),
          )}`,
        );
      else ctx.agree(value, inputAmountType(s, asks, ask.field.type));
    }
    // What is given by a wrong name may be what it asks for.
    const isMisnamed = s.asked.some(({ field }) => !asks.some((one) => fold(one.field.name) === fold(field)));
    for (const { field } of isMisnamed ? [] : asks)
      if (field.required === true && field.default === null && !s.asked.some((one) => fold(one.field) === fold(field.name)))
        ctx.report("unasked-field", s.source, `"${s.action}" needs "${field.name}": add \`with ${field.name} = …\`.`);
  }
}

/** Of actions and calls, by the product: several checks ask for them. */
const statementsOf = new WeakMap<Product, readonly Statement[]>();

function allStatements(product: Product): readonly Statement[] {
  const all = statementsOf.get(product) ?? [...product.machines.flatMap((m) => m.transitions.flatMap((t) => t.then)), ...product.calls.flatMap(runsOf).flat()];
  statementsOf.set(product, all);
  return all;
}

/** The statements of a call, each list as it runs by itself. */
const runsOf = ({ does }: Call): readonly (readonly Statement[])[] =>
  does.kind === "email" ? [] : does.kind === "statements" || does.kind === "offered" ? [does.then] : [[...createdBy(does), ...does.then], does.otherwise.then];

/** A received call that finds nothing may make the record, which its further statements are about. */
const createdBy = (does: Call["does"]): readonly Statement[] => (does.kind === "received" && does.finds?.orCreates ? [{ ...does.finds.orCreates, as: "this" }] : []);

function checkCodes(ctx: PointCompiler, { errors }: Product): void {
  const usedCodes = firstUses(ctx.findings);
  const codes = ctx.declared.codes;
  const point = ctx.tree.points[7];
  const open = !point || point.state === "not shown" || point.state === "missing";
  const builtIn = new Set(builtInCodes.map(fold));
  for (const [key, span] of usedCodes) {
    if (codes.has(key) || builtIn.has(key)) continue;
    const written = ctx.layout.text(span);
    if (open) {
      ctx.affects("point 8", `error ${written}`, span);
      continue;
    }
    const near = nearest(key, codes.keys());
    const name = near === undefined ? undefined : codes.get(near)?.name;
    ctx.report(
      "unlisted-code",
      span,
      `Point 8 doesn't list ${written}.${name === undefined ? "" : ` Did you mean ${name}?`}`,
      name === undefined ? {} : { fixes: [{ title: `Write ${name}`, edits: [{ span, text: name }] }] },
    );
  }
  for (const [key, code] of codes) if (!usedCodes.has(key) && !raisedByProduct.has(key)) ctx.report("unused-code", code.span, `Nothing raises ${code.name}.`);
  for (const entry of errors)
    if (raisedByProduct.has(fold(entry.code)) && !usedCodes.has(fold(entry.code)) && fold(entry.code) !== "not unique" && entry.message.some((part) => typeof part !== "string"))
      ctx.report("built-in-message", codes.get(fold(entry.code))?.span ?? entry.source, `The product itself raises ${entry.code} and has no values for its message.`, {
        hint: "Write the message without `{…}`.",
      });
}

const raisedByProduct: ReadonlySet<string> = new Set(builtInErrorCodes.map(fold));

function checkStates(ctx: PointCompiler, machine: Machine): void {
  const reached = new Set(machine.startsAs.map((start) => start.state));
  for (const t of machine.transitions) if (t.from === null && t.to !== null && t.open === undefined) reached.add(t.to);
  if (reached.size === 0) return;
  const ways = [...machine.transitions, ...possibleEdges(ctx, machine)];
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const { from, to } of ways) if (from !== null && to !== null && reached.has(from)) reached.add(to);
  }
  checkEnds(ctx, machine, reached);
  const near = (name: string): string | undefined =>
    nearest(
      name,
      machine.states.map((s) => s.name).filter((other) => other !== name),
    );
  const meant = (name: string): string => (near(name) === undefined ? "" : ` Did you mean "${near(name)}"?`);
  const leaves = (name: string): boolean => ways.some((t) => t.from === name && t.to !== name);
  const isDead = (name: string): boolean => reached.has(name) && !leaves(name) && machine.endsAs.length > 0 && !machine.endsAs.includes(name);
  // What is only reached from states that nothing reaches, and what is called otherwise where it ends, is told with those.
  const lost = machine.states.filter(({ name }) => !reached.has(name));
  const first = lost.filter(({ name }) => !ways.some(({ from, to }) => to === name && from !== null && from !== name));
  const told = (first.length > 0 ? first : lost).filter(({ name }) => !isDead(near(name) ?? name));
  for (const state of machine.states) {
    if (told.includes(state)) ctx.report("unreachable-state", state.source, `No transition leads to ${state.name} of ${machine.entity}.${meant(state.name)}`);
    else if (isDead(state.name))
      ctx.report("dead-end", state.source, `${capital(article(machine.entity))} that is ${state.name} can't leave this state, but Ends as doesn't list it.${meant(state.name)}`);
  }
}

type Edge = Pick<Machine["transitions"][number], "from" | "to">;

/** The rows of which a cell isn't shown: what they lead from and to may well be reached. */
function possibleEdges(ctx: PointCompiler, machine: Machine): Edge[] {
  const names = machine.states.map((state) => state.name);
  const meant = (words: TextSpan): readonly string[] => (isNotShown(words) || words.text === "any" ? names : names.filter((name) => fold(name) === fold(words.text)));
  const sections = ctx.tree.points[3]!.sections.filter(({ span }) => span.file === machine.source.file && span.from === machine.source.from);
  const rows = sections.flatMap(transitionTables).flatMap((table) => rawTransitions(table).rows);
  return rows
    .filter(({ from, to, who, triggers }) => [...from, to, ...(who ? [who] : []), ...triggers.map((one) => one.words)].some(isNotShown))
    .flatMap(({ from, to }) => from.flatMap(meant).flatMap((start) => meant(to).map((end) => ({ from: start, to: end }))));
}

/** States that something leaves, and from which no way leads to an end. */
function checkEnds(ctx: PointCompiler, machine: Machine, reached: ReadonlySet<string>): void {
  if (machine.endsAs.length === 0) return;
  const isEnd = (state: string): boolean => machine.endsAs.includes(state) || !machine.transitions.some((t) => t.from === state && t.to !== state);
  const ending = new Set(machine.states.flatMap((s) => (isEnd(s.name) || machine.transitions.some((t) => t.from === s.name && t.to === null) ? [s.name] : [])));
  for (let size = -1; size !== ending.size;) {
    size = ending.size;
    for (const t of machine.transitions) if (t.from !== null && t.to !== null && ending.has(t.to)) ending.add(t.from);
  }
  const lost = machine.states.filter((s) => reached.has(s.name) && !ending.has(s.name));
  const [first] = lost;
  if (first)
    ctx.report(
      "dead-end",
      first.source,
      `${capital(article(machine.entity))} that is ${list(
        lost.map((s) => s.name),
        "or",
      )} can never reach any state of Ends as: ${list(machine.endsAs, "or")}.`,
    );
}
