/** The people for whom a form is can run its action, and can select every record that it needs. */
import type { Entity, Product, Screen, Shows } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { heldBy, indexOf, mayEver, rolesOf } from "./may-read.ts";
import { mayChoose, nounOf, type Reference } from "./may-choose.ts";

type Form = Extract<Shows, { kind: "form" }>;

export function noFormOutOfReach(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) {
    const { shows } = screen;
    if (shows.kind !== "form" || screen.derived || !screen.source) continue;
    const roles = screen.for.filter((role) => rolesOf(ctx, product).includes(role));
    if (shows.action !== null) checkAction(ctx, product, screen, { action: shows.action, roles });
    checkReferences(ctx, product, screen, { shows, roles });
    checkFields(ctx, product, screen, { shows, roles });
    checkParts(ctx, product, screen, { shows, roles });
  }
}

function checkAction(ctx: PointCompiler, product: Product, screen: Screen, { action, roles }: { readonly action: string; readonly roles: readonly string[] }): void {
  const { entity } = screen.shows as Form;
  const rows = (indexOf(product).machines.get(entity) ?? []).flatMap((m) => m.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action));
  const grants = product.permissions.grants.filter((g) => g.entity === entity && typeof g.verb === "object" && g.verb.action === action);
  const mayRun = (role: string): boolean => {
    const held = heldBy(ctx, product, role);
    // A cell that is not shown may name anybody.
    return rows.some(({ who, open }) => open !== undefined || (who.length === 0 ? grants.some((g) => held.has(g.role)) : who.some((w) => held.has(w.role))));
  };
  const unable = rows.length === 0 || rows.some(({ open }) => open !== undefined) ? [] : roles.filter((role) => !mayRun(role));
  if (unable.length > 0)
    ctx.report("form-out-of-reach", screen.source!, `"${screen.name}" is for ${list(unable, "and")}, who may never run "${action}" on ${article(entity)}.`, {
      hint: "Add the role to Who in point 4, grant the action in point 6, or take the role out of For.",
    });
}

/** A required reference can't be filled in by somebody who may read none of the records. */
function checkReferences(ctx: PointCompiler, product: Product, screen: Screen, { shows, roles }: { readonly shows: Form; readonly roles: readonly string[] }): void {
  const entity = indexOf(product).entities.get(shows.entity);
  if (!entity || shows.action !== null) return;
  const given = new Set([...shows.prefill.map((one) => one.field), ...shows.parameters.map((one) => one.fills)]);
  for (const field of requiredReferences(entity).filter(({ name }) => !given.has(name))) {
    const unable = roles.filter((role) => mayEver(ctx, product, role, "create", shows.entity, field.name) && !mayChoose(ctx, product, role, field.type));
    const what = nounOf(field.type);
    if (unable.length > 0)
      ctx.report(
        "form-out-of-reach",
        screen.source!,
        `"${screen.name}" can't be filled in by ${list(unable, "or")}: "${field.name}" is required, and point 6 doesn't let ${unable.length > 1 ? "them" : unable[0]} read ${what}.`,
        { hint: `Grant \`read\` on ${field.type.entity} in point 6, or fill in "${field.name}" with a route parameter or Prefill.` },
      );
  }
}

/** A field that none of the people may write is left out of their form. */
function checkFields(ctx: PointCompiler, product: Product, screen: Screen, { shows, roles }: { readonly shows: Form; readonly roles: readonly string[] }): void {
  const { entity, action, steps } = shows;
  const writers = roles.filter((role) => mayEver(ctx, product, role, "create", entity, null));
  if (action !== null || writers.length === 0) return;
  const mayWrite = (role: string, field: string): boolean => mayEver(ctx, product, role, "create", entity, field) || mayEver(ctx, product, role, "update", entity, field);
  for (const field of new Set(steps.flatMap(({ fields }) => fields)))
    if (!writers.some((role) => mayWrite(role, field)))
      ctx.report("element-without-right", screen.source!, `The field "${field}" of "${screen.name}" is never shown: point 6 doesn't let ${list(writers, "or")} write it.`, {
        hint: `Grant \`create\` on \`${entity}: ${field}\` in point 6, or leave the field out of the form.`,
      });
}

/** Parts with a row of their own in point 6 are entered in the form of their whole by people who may create them. */
function checkParts(ctx: PointCompiler, product: Product, screen: Screen, { shows, roles }: { readonly shows: Form; readonly roles: readonly string[] }): void {
  const { entity, action, steps } = shows;
  if (action !== null) return;
  const makers = roles.filter((role) => mayEver(ctx, product, role, "create", entity, null));
  for (const name of new Set(steps.flatMap(({ fields }) => fields))) {
    const type = indexOf(product)
      .entities.get(entity)
      ?.fields.find((field) => field.name === name)?.type;
    const part = type?.kind === "inverse" ? indexOf(product).entities.get(type.entity) : undefined;
    if (part?.partOf?.entity !== entity || part.partOf.list !== name) continue;
    const unable = makers.filter((role) => !mayEver(ctx, product, role, "create", part.name, null));
    if (unable.length > 0)
      ctx.report(
        "form-out-of-reach",
        screen.source!,
        `"${screen.name}" asks for "${name}", but point 6 doesn't let ${list(unable, "or")} create ${article(part.name)}: with one, the form is refused.`,
        { hint: `Grant ${list(unable, "and")} \`create\` on ${part.name} in point 6, or leave "${name}" out of the form.` },
      );
  }
}

const requiredReferences = (entity: Entity): { readonly name: string; readonly type: Reference }[] =>
  entity.fields.flatMap(({ name, type, required, computed, default: given, readOnly }) =>
    type.kind === "reference" && required === true && computed === null && given === null && readOnly !== true && name !== entity.partOf?.field ? [{ name, type }] : [],
  );
