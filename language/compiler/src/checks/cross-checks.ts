/** Runs the checks that need the whole document: codes, states, permissions and names. */
import type { Machine, Product, Statement } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { accountsInCalls } from "./structure/accounts-in-calls.ts";
import { fieldsOf, publishRights, rightsOf } from "./access/may-read.ts";
import { noDataOutOfReach } from "./structure/no-data-out-of-reach.ts";
import { noDisclosedAnswers } from "./access/no-disclosed-answers.ts";
import { listDisclosed } from "./access/disclosed-by-sees.ts";
import { noEmptyAnswer } from "./access/no-empty-answer.ts";
import { noEmptyElement } from "./access/no-empty-element.ts";
import { noFormOutOfReach } from "./access/no-form-out-of-reach.ts";
import { noInputOutOfReach } from "./access/no-input-out-of-reach.ts";
import { noLinkOutOfReach } from "./access/no-link-out-of-reach.ts";
import { noHiddenFieldRevealed, noHiddenFieldRevealedByRule, noHiddenFieldRevealedByScreens, restricts, runnersOf } from "./access/no-hidden-field-revealed.ts";
import { neverAcrossRoles } from "./access/never-across-roles.ts";
import { noPartlyReadableMail } from "./access/no-partly-readable-mail.ts";
import { noOwnOfOthers } from "./conditions/no-own-of-others.ts";
import { noOwnWithoutLine } from "./access/no-own-without-line.ts";
import { noScreenWithoutRight } from "./access/no-screen-without-right.ts";
import { noLimitWithoutEffect } from "./access/no-limit-without-effect.ts";
import { noUnusableGrant } from "./access/no-unusable-grant.ts";
import { noUnreachableScreen } from "./structure/no-unreachable-screen.ts";
import { leftOutAgrees } from "./agreement/left-out-agrees.ts";
import { statesAreNoFields } from "./agreement/state-and-field.ts";
import { screenAudiencesAgree } from "./agreement/screen-audiences-agree.ts";
import { whoAgrees } from "./agreement/who-agrees.ts";
import { noRuleBehindGuard } from "./conditions/no-rule-behind-guard.ts";
import { noRuleNeverChecked } from "./conditions/no-rule-never-checked.ts";
import { noConstantGuard, noConstantRule, publishConditions } from "./conditions/no-constant-condition.ts";
import { noContradictedRule } from "./conditions/no-contradicted-rule.ts";
import { noDisjointSelection, noEmptySelection } from "./conditions/no-empty-selection.ts";
import { noCreateAgainstRule } from "./conditions/no-create-against-rule.ts";
import { noEndlessErasingStop } from "./conditions/no-endless-erasing-stop.ts";
import { noRefusalAtUnseenField } from "./conditions/no-refusal-at-unseen-field.ts";
import { noStoredValueInGuard } from "./conditions/no-stored-value-in-guard.ts";
import { noRuleThatStays } from "./conditions/no-rule-that-stays.ts";
import { noUndecidedCase } from "./conditions/no-undecided-case.ts";
import { noUnseenRefusal } from "./conditions/no-unseen-refusal.ts";
import { checkDecisionTables } from "./conditions/table-checks.ts";
import { neverEmptied } from "./nulls/never-emptied.ts";
import { noNullInAggregate } from "./nulls/no-null-in-aggregate.ts";
import { noNullRule } from "./nulls/no-null-rule.ts";
import { noUnansweredNegation } from "./nulls/no-unanswered-negation.ts";
import { actionsOnLists } from "./conditions/actions-on-lists.ts";
import { attachableScreens } from "./structure/attachable-screens.ts";
import { checkDecisions, checkWorkingTimes, noEndlessTransitions } from "./structure/machine-checks.ts";
import { noAddressFromData } from "./structure/no-address-from-data.ts";
import { noAmbiguousPartList } from "./structure/no-ambiguous-part-list.ts";
import { noAnswerAfterDeletion } from "./structure/no-answer-after-deletion.ts";
import { noDeleteOfReferred } from "./structure/no-delete-of-referred.ts";
import { noDerivedAddress } from "./structure/no-derived-address.ts";
import { noEndlessSchedule } from "./structure/no-endless-schedule.ts";
import { noComputedCycle } from "./structure/no-computed-cycle.ts";
import { noMessageWithoutInput } from "./structure/no-message-without-input.ts";
import { noMessageWithoutRecord } from "./structure/no-message-without-record.ts";
import { checkContradictions } from "./structure/contradicting-lines.ts";
import { noSuccessForRefusal } from "./structure/no-success-for-refusal.ts";
import { checkStates } from "./structure/reachable-states.ts";
import { allStatements, runsOf } from "./structure/statements.ts";
import { writtenIn } from "./structure/written-fields.ts";
import { checkCodes } from "./unused/codes.ts";
import { noUnshownTranslation } from "./unused/no-unshown-translation.ts";
import { noUnusedEntity, usedEntities } from "./unused/no-unused-entity.ts";
import { noUnusedInput } from "./unused/no-unused-input.ts";
import { noRevealedLink } from "./links/no-revealed-link.ts";
import { noUnusedLink } from "./links/no-unused-link.ts";
import { noUnusedName } from "./unused/no-unused-name.ts";
import { noUnusedRole } from "./unused/no-unused-role.ts";
import { noFieldNeverSet } from "./values/no-field-never-set.ts";
import { noCreateWithoutRequired } from "./values/no-create-without-required.ts";
import { noCreateFromEmpty } from "./values/no-create-from-empty.ts";
import { noFormWithoutRequired } from "./values/no-form-without-required.ts";
import { noIncompleteInitial } from "./values/no-incomplete-initial.ts";
import { noInvalidDefault } from "./values/no-invalid-default.ts";
import { noInvalidFormat } from "./values/no-invalid-format.ts";
import { meHasRole } from "./values/me-has-role.ts";
import { noRequiredEmptied } from "./values/no-required-emptied.ts";
import { noMissingInitial } from "./values/no-missing-initial.ts";
import { noAmountWithoutCurrency } from "./values/no-amount-without-currency.ts";
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
  if (permissions.written) ctx.unit("who may", machines, [permissions, screens, fields, calls, events], () => machines.forEach((machine) => whoAgrees(ctx, product, machine)));
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
    for (const { then } of machines.flatMap((machine) => machine.transitions)) noRequiredEmptied(ctx, product, then);
    for (const { then } of product.entities.flatMap((entity) => entity.events)) noRequiredEmptied(ctx, product, then);
    for (const then of calls.flatMap(runsOf)) noRequiredEmptied(ctx, product, then);
  });
  ctx.unit("people whom effects name", machines, [fields, rightsOf(ctx, product)], () => {
    for (const one of machines.flatMap((machine) => machine.transitions)) meHasRole(ctx, product, one);
  });
  const rules = ctx.identityOf("rules", () => product.rules);
  ctx.unit("records made of what can be empty", machines, [fields, events, calls, rules], () => noCreateFromEmpty(ctx, product));
  publishConditions(ctx, product);
  ctx.unit("records made against rules", machines, [fields, events, calls, rules], () => noCreateAgainstRule(ctx, product));
  noConstantGuard(ctx, product);
  ctx.each("cases of decisions", machines, { of: (machine) => machine }, (machine) => noUndecidedCase(ctx, machine));
  const isRestricted = restricts(product);
  const neverEmpty = ctx.unit("never emptied", machines, [fields, events, calls], () => neverEmptied(product, allStatements(product)));
  const filled = new Set(neverEmpty);
  const runners = new Map(isRestricted ? product.rules.map((rule) => [rule, runnersOf(ctx, product, rule)]) : []);
  const dependsOn = (rule: (typeof product.rules)[number]): readonly unknown[] => [neverEmpty.join(), runners.get(rule)?.join()];
  ctx.each(`checked rule${isRestricted ? " that may reveal" : ""}`, product.rules, { of: (rule) => rule, depends: dependsOn }, (rule) => {
    if (!noConstantRule(ctx, rule) && !noContradictedRule(ctx, rule)) noNullRule(ctx, rule, filled);
    if (isRestricted) noHiddenFieldRevealedByRule(ctx, product, rule, runners.get(rule) ?? null);
  });
  checkWritten(ctx, product, [permissions, calls, events, fields, initial, rightsOf(ctx, product)]);
  noUnseenRefusal(ctx, product);
  noStoredValueInGuard(ctx, product);
  noEmptySelection(ctx, product);
  noEndlessErasingStop(ctx, product);
  noAmountWithoutCurrency(ctx, product);
  noNullInAggregate(ctx, product, filled);
  ctx.unit("unanswered", machines, [fields, screens, calls, permissions, neverEmpty.join()], () => noUnansweredNegation(ctx, product, filled));
  ctx.unit("actions on lists", machines, [fields, events, calls], () => actionsOnLists(ctx, product));
  ctx.unit("owned lists", fields, [], () => noAmbiguousPartList(ctx));
  noMissingInitial(ctx, product);
  noIncompleteInitial(ctx, product);
  checkCalls(ctx, product);
  noUnusedName(ctx, product);
  noUnshownTranslation(ctx, product);
  noOwnWithoutLine(ctx, product);
  noUnusedInput(ctx, product);
  if (permissions.written) checkRights(ctx, product, { fields, events, isRestricted });
}

/** Rules and fields that nothing writes. `changes`: what can change records. */
function checkWritten(ctx: PointCompiler, product: Product, changes: readonly unknown[]): void {
  const isOpen = ctx.findings.opens.length > 0 || ctx.tree.points.some(({ number, state }) => [4, 6, 7].includes(number) && state === "not shown");
  const written = product.permissions.written && !isOpen ? ctx.unit("what is written", product.machines, changes, () => writtenIn(ctx, product)) : null;
  const rules = ctx.identityOf("rules", () => product.rules);
  ctx.unit("rules that are checked", product.machines, [rules, isOpen, ...changes], () => noRuleNeverChecked(ctx, product, written));
  ctx.unit("rules that stay", product.machines, [rules, ...changes], () => noRuleThatStays(ctx, product));
  ctx.unit("rules behind guards", product.machines, [rules, ...changes], () => noRuleBehindGuard(ctx, product));
  ctx.unit("fields that are set", product.machines, [isOpen, ...changes], () => written && noFieldNeverSet(ctx, product, written));
}

/** Calls, mails and schedules, and what screens and answers lead to. */
function checkCalls(ctx: PointCompiler, product: Product): void {
  noMessageWithoutRecord(ctx, product);
  noMessageWithoutInput(ctx, product);
  noAnswerAfterDeletion(ctx, product);
  noAddressFromData(ctx, product);
  noSuccessForRefusal(ctx, product);
  noDisclosedAnswers(ctx, product);
  noPartlyReadableMail(ctx, product);
  noDerivedAddress(ctx, product);
  accountsInCalls(ctx, product);
  attachableScreens(ctx, product);
  noEndlessSchedule(ctx, product);
  noDeleteOfReferred(ctx, product);
  noUnreachableScreen(ctx, product);
}

interface Shared {
  readonly fields: object;
  readonly events: object;
  readonly isRestricted: boolean;
}

/** What point 6 lets somebody do, and what it doesn't. */
function checkRights(ctx: PointCompiler, product: Product, { fields, events, isRestricted }: Shared): void {
  const { machines, calls, screens, permissions } = product;
  ctx.unit("screens and rights", screens, [], () => noScreenWithoutRight(ctx, product));
  statesAreNoFields(ctx, product);
  noDisjointSelection(ctx, product);
  noOwnOfOthers(ctx, product);
  noRefusalAtUnseenField(ctx, product);
  ctx.unit("elements and rights", screens, [fields, rightsOf(ctx, product)], () => noEmptyElement(ctx, product));
  ctx.unit("forms in reach", screens, [fields, machines, rightsOf(ctx, product)], () => noFormOutOfReach(ctx, product));
  ctx.unit("links in reach", screens, [calls, fields, rightsOf(ctx, product)], () => noLinkOutOfReach(ctx, product));
  ctx.unit("input in reach", machines, [fields, rightsOf(ctx, product)], () => noInputOutOfReach(ctx, product));
  ctx.unit("answers and rights", calls, [fields, rightsOf(ctx, product)], () => noEmptyAnswer(ctx, product));
  ctx.unit("disclosed values", screens, [rightsOf(ctx, product)], () => listDisclosed(ctx, product));
  if (isRestricted) ctx.unit("screens that may reveal", screens, [fields, rightsOf(ctx, product)], () => noHiddenFieldRevealedByScreens(ctx, product));
  ctx.unit("rights in use", machines, [permissions, fields], () => {
    noUnusableGrant(ctx, product);
    leftOutAgrees(ctx, product);
    neverAcrossRoles(ctx, product);
    noLimitWithoutEffect(ctx, product);
  });
  noDataOutOfReach(ctx, product);
  noUnusedRole(ctx, product);
  const parts = product.entities.map((entity) => `${entity.name} of ${entity.partOf?.entity}`).join("\n");
  const used = ctx.unit("entities in use", fields, [parts, events, machines, calls, screens, rightsOf(ctx, product)], () => usedEntities(product));
  noUnusedEntity(ctx, product, used);
  ctx.unit("links", fields, [parts, screens, rightsOf(ctx, product)], () => {
    noUnusedLink(ctx, product);
    noRevealedLink(ctx, product);
  });
  noHiddenFieldRevealed(ctx, product);
}

function checkMachines(ctx: PointCompiler, machines: readonly Machine[]): void {
  ctx.each("a machine as a whole", machines, { of: (machine) => machine }, (machine) => {
    checkStates(ctx, machine);
    noEndlessTransitions(ctx, machine);
    checkDecisions(ctx, machine);
  });
}
