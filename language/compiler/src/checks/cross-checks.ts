/** Runs the checks that need the whole document: codes, states, permissions and names. */
import type { Machine, Product, Statement } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { fieldsOf, publishRights, rightsOf } from "./access/may-read.ts";
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
import { checkDecisions, checkWorkingTimes, noEndlessTransitions } from "./structure/machine-checks.ts";
import { noAddressFromData } from "./structure/no-address-from-data.ts";
import { noAmbiguousPartList } from "./structure/no-ambiguous-part-list.ts";
import { noAnswerAfterDeletion } from "./structure/no-answer-after-deletion.ts";
import { noComputedCycle } from "./structure/no-computed-cycle.ts";
import { noMessageWithoutRecord } from "./structure/no-message-without-record.ts";
import { checkContradictions } from "./structure/contradicting-lines.ts";
import { checkStates } from "./structure/reachable-states.ts";
import { allStatements, runsOf } from "./structure/statements.ts";
import { checkCodes } from "./unused/codes.ts";
import { noUnusedEntity, usedEntities } from "./unused/no-unused-entity.ts";
import { noUnusedInput } from "./unused/no-unused-input.ts";
import { noUnusedLink } from "./unused/no-unused-link.ts";
import { noUnusedName } from "./unused/no-unused-name.ts";
import { noUnusedRole } from "./unused/no-unused-role.ts";
import { noCreateWithoutRequired } from "./values/no-create-without-required.ts";
import { noFormWithoutRequired } from "./values/no-form-without-required.ts";
import { noIncompleteInitial } from "./values/no-incomplete-initial.ts";
import { noInvalidDefault } from "./values/no-invalid-default.ts";
import { noInvalidFormat } from "./values/no-invalid-format.ts";
import { noMissingInitial } from "./values/no-missing-initial.ts";
import { createsIn, noRequiredUnfilled } from "./values/no-required-unfilled.ts";
import { checkRunActions } from "./values/run-action-input.ts";

export function crossCheck(ctx: PointCompiler, product: Product): void {
  const { machines, calls, screens, permissions } = product;
  const fields = fieldsOf(ctx, product);
  const events = ctx.identityOf("events", () => product.entities.flatMap((entity) => entity.events));
  publishRights(ctx, product);
  checkCodes(ctx, product);
  ctx.unit("machines as they are", machines, [], () => checkMachines(ctx, machines));
  const deletions = product.entities.map((entity) => `${entity.name} ${entity.deleting.allowed}`).join("\n");
  ctx.unit("contradicting lines of machines", machines, [deletions], () => machines.forEach((machine) => checkContradictions(ctx, product, machine)));
  ctx.unit("working times", machines, [product.calendars.map((calendar) => calendar.name ?? "").join("\n"), product.calendars.length], () => checkWorkingTimes(ctx, product));
  if (permissions.written) ctx.unit("who may", machines, [permissions], () => machines.forEach((machine) => whoAgrees(ctx, machine, permissions)));
  if (permissions.written) ctx.unit("rows of screens", screens, [permissions], () => screenAudiencesAgree(ctx, product));
  checkDecisionTables(ctx, product);
  noComputedCycle(ctx, product);
  const done = (): Statement[] => [...allStatements(product), ...product.entities.flatMap((entity) => entity.events).flatMap((event) => event.then)];
  ctx.unit("actions done", machines, [calls, events, fields], () => checkRunActions(ctx, product, done()));
  const initial = ctx.identityOf("initial records", () => product.entities.flatMap((entity) => entity.initialRecords));
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
  const neverEmpty = ctx.unit("never emptied", machines, [fields, events, calls], () => neverEmptied(product, allStatements(product)));
  const filled = new Set(neverEmpty);
  ctx.each(`checked rule${isRestricted ? " that may reveal" : ""}`, product.rules, { of: (rule) => rule, depends: () => [neverEmpty.join()] }, (rule) => {
    if (!noConstantRule(ctx, rule)) noNullRule(ctx, rule, filled);
    if (isRestricted) noHiddenFieldRevealedByRule(ctx, product, rule);
  });
  noNullInAggregate(ctx, product, filled);
  ctx.unit("owned lists", fields, [], () => noAmbiguousPartList(ctx));
  noMissingInitial(ctx, product);
  noIncompleteInitial(ctx, product);
  noMessageWithoutRecord(ctx, product);
  noAnswerAfterDeletion(ctx, product);
  noAddressFromData(ctx, product);
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
