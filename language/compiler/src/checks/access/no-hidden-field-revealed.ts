/** Reports computed fields, and errors of rules, from which a role can infer a field that it may not read. */
import type { Expression } from "@nonet/feel";
import { actionsOfRule, eventsOfRule, type Field, type Product, type Rule, type Screen, type Shows, valueElements } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { list } from "../../text/english.ts";
import { children, ownerOf } from "../../trees/walk.ts";
import { heldBy, mayEver, rolesOf } from "./may-read.ts";
import { peopleIn } from "./people.ts";

/** Checks computed fields; `noHiddenFieldRevealedByRule` checks rules. */
export function noHiddenFieldRevealed(ctx: PointCompiler, product: Product): void {
  if (!restricts(product)) return;
  const roles = product.permissions.roles.map((role) => role.name);
  const among = roles.join("\n");
  ctx.each("no field revealed", product.entities, { of: ({ fields }) => fields, depends: ({ name }) => [name, among] }, ({ name, fields }) =>
    checkFields(ctx, product, name, fields, roles),
  );
}

export const restricts = ({ permissions }: Product): boolean => permissions.written && permissions.grants.length > 0;

function checkFields(ctx: PointCompiler, product: Product, entity: string, fields: readonly Field[], roles: readonly string[]): void {
  for (const field of fields) {
    if (!field.computed || !field.source) continue;
    const shown = shownBy(ctx, field.computed, false);
    report(
      ctx,
      product,
      shown,
      roles.filter((role) => mayEver(ctx, product, role, "read", entity, field.name)),
      field.computed.span,
      `"${field.name}" of ${entity}`,
      (who) => `To prevent this, add a row \`${entity}: ${field.name}\` with \`–\` for ${who} to point 6.`,
    );
  }
}

/** Whether point 6 restricts any reading. */
export function noHiddenFieldRevealedByRule(ctx: PointCompiler, product: Product, rule: Rule, runners: readonly string[] | null): void {
  const roles = rolesOf(ctx, product);
  if (rule.holds.kind !== "expression") return;
  const meeting = roles.filter(
    (role) => runners?.includes(role) ?? (mayEver(ctx, product, role, "create", rule.entity, null) || mayEver(ctx, product, role, "update", rule.entity, null)),
  );
  const actions = actionsOfRule(rule);
  report(ctx, product, shownBy(ctx, rule.holds.expression, true), meeting, rule.holds.expression.span, `The error ${rule.code}`, (who) =>
    actions.length > 0
      ? `To prevent this, grant ${list(actions, "and")} to others than ${who}.`
      : `To prevent this, check the rule on an action that others than ${who} run (\`${rule.entity}, on ACTION\`).`,
  );
}

/** The roles that may run one of the actions on which the rule is checked; null if it is checked on other changes too. */
export function runnersOf(ctx: PointCompiler, product: Product, rule: Rule): readonly string[] | null {
  const actions = actionsOfRule(rule);
  if (actions.length === 0 || actions.length < eventsOfRule(rule).length) return null;
  const rows = product.machines
    .filter(({ entity }) => entity === rule.entity)
    .flatMap(({ transitions }) => transitions.filter(({ trigger }) => trigger.kind === "action" && actions.includes(trigger.action)));
  // Effects may run it too, on behalf of whoever changes something else.
  const isRunByEffects = rows.length === 0 || rows.some(({ who }) => who.some(({ role }) => role === "system"));
  if (isRunByEffects) return null;
  return rolesOf(ctx, product).filter((role) => {
    const held = heldBy(ctx, product, role);
    const isGranted = product.permissions.grants.some((g) => g.entity === rule.entity && typeof g.verb === "object" && actions.includes(g.verb.action) && held.has(g.role));
    return rows.some(({ who }) => (who.length === 0 ? isGranted : who.some((one) => one.role === "everyone" || one.role === "anyone" || held.has(one.role))));
  });
}

/** The conditions of screens see everything: what they select shows the values that they compare. */
export function noHiddenFieldRevealedByScreens(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) if (!screen.derived) ctx.unit("no field revealed by a screen", screen, [], () => checkScreen(ctx, product, screen));
}

function checkScreen(ctx: PointCompiler, product: Product, screen: Screen): void {
  const roles = screen.for.filter((role) => rolesOf(ctx, product).includes(role));
  for (const { condition, entity, what, readers } of conditionsOf(screen.shows)) {
    // Whoever reads no record of the entity sees nothing that the condition selects.
    const among = readers && peopleIn(ctx, product, readers);
    const reading = roles.filter((role) => (among?.includes(role) ?? true) && mayEver(ctx, product, role, "read", entity, null));
    report(
      ctx,
      product,
      shownBy(ctx, condition, true),
      reading,
      condition.span,
      `${what} of "${screen.name}"`,
      (who) => `To prevent this, show another selection to ${who}, on a screen of their own.`,
    );
  }
}

interface ScreenCondition {
  readonly condition: Expression;
  /** The entity whose records it selects. */
  readonly entity: string;
  readonly what: string;
  /** For whom the part of the screen is; absent: for all of the screen's people. */
  readonly readers?: readonly string[] | null;
}

function conditionsOf(shows: Shows): ScreenCondition[] {
  if (shows.kind === "dashboard" || shows.kind === "page")
    return valueElements(shows).flatMap((element) => {
      if (element.kind === "number")
        return filtersIn(element.value).map(({ entity, condition }) => ({ condition, entity, what: `Number "${element.title}"`, readers: element.for }));
      if (!element.where) return [];
      return [{ condition: element.where.expression, entity: element.entity, what: `${element.kind === "chart" ? "Chart" : "List"} "${element.title}"`, readers: element.for }];
    });
  if (!("entity" in shows)) return [];
  const { entity } = shows;
  const where = "where" in shows && shows.where ? [{ condition: shows.where.expression, entity, what: "The selection" }] : [];
  const highlights = "list" in shows ? shows.list.highlight.map(({ when }) => ({ condition: when.expression, entity, what: "Highlight" })) : [];
  const shown = shows.kind === "record" ? shows.showWhen.map(({ field, condition }) => ({ condition: condition.expression, entity, what: `Show ${field}` })) : [];
  return [...where, ...highlights, ...shown];
}

/** `Loan[state = "out"]`, with the entity of which it selects. */
function filtersIn(expression: Expression): { readonly entity: string; readonly condition: Expression }[] {
  const own = expression.kind === "filter" && expression.of.kind === "global" ? [{ entity: expression.of.name, condition: expression.condition }] : [];
  return [...own, ...children(expression).flatMap(filtersIn)];
}

const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;

function report(
  ctx: PointCompiler,
  product: Product,
  shown: ReadonlyMap<string, readonly [string, string]>,
  roles: readonly string[],
  span: Expression["span"],
  what: string,
  hint: (who: string) => string,
): void {
  const hidden = new Set<string>();
  const inferring = roles.filter((role) => {
    const hiddenFromRole = [...shown].filter(([, [entity, field]]) => !mayEver(ctx, product, role, "read", entity, field));
    for (const [name] of hiddenFromRole) hidden.add(name);
    return hiddenFromRole.length > 0;
  });
  if (inferring.length > 0)
    ctx.report("reveals-field", span, `${what} lets ${inferring.join(", ")} infer what they may not read: ${[...hidden].join(", ")}.`, { hint: hint(list(inferring, "and")) });
}

/**
 * The fields whose values the expression reveals, as `Entity: field`, without those that only select records or lead
 * to other records. With `compared`, compared fields count too: the error of a rule shows on which side of a hidden
 * number a value is.
 */
function shownBy(ctx: PointCompiler, expression: Expression, compared: boolean): ReadonlyMap<string, readonly [string, string]> {
  const found = new Map<string, readonly [string, string]>();
  const visit = (e: Expression, leads: boolean): void => {
    if (e.kind === "path") {
      const owner = ownerOf(e);
      const known = owner !== undefined && compiledField(ctx, owner, e.field) !== undefined;
      if (known && !leads) found.set(`${owner}: ${e.field}`, [owner, e.field]);
      return visit(e.of, true);
    }
    if (e.kind === "filter") return visit(e.of, leads);
    if (e.kind === "call" && e.function === "count") return;
    if (e.kind === "if" && !compared) return [e.then, e.otherwise].forEach((one) => visit(one, false));
    if (e.kind === "binary" && e.type.kind === "boolean" && (!compared || isNull(e.left) || isNull(e.right))) return;
    if (["quantified", "in", "between", "apply"].includes(e.kind) && !compared) return;
    for (const child of children(e)) visit(child, false);
  };
  visit(expression, false);
  return found;
}
