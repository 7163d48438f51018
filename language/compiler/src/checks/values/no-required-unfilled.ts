/** Every required field can be filled in by a person or an effect. */
import { filledByEffects, mustBeFilled, type Entity, type Field, hasFieldRow, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { grouped } from "../../resolve/grouped-rights.ts";
import { article, list } from "../../text/english.ts";
import { indexOf, rightsTo } from "../access/may-read.ts";

export function noRequiredUnfilled(ctx: PointCompiler, product: Product, made: ReadonlyMap<string, readonly Create[]>): void {
  const creating = ({ name }: Entity): readonly Create[] => made.get(name) ?? none;
  const depends = (entity: Entity): readonly unknown[] => [entity.name, entity.events, ...(indexOf(product).machines.get(entity.name) ?? none), ...creating(entity)];
  const entities = product.entities.filter((entity) => !entity.builtIn);
  const people = product.entities.filter((entity) => entity.builtIn && entity.name === "User");
  ctx.each("required of a person", people, { of: ({ fields }) => fields, depends }, (entity) => checkUsers(ctx, product, entity));
  ctx.each("required", entities, { of: ({ fields }) => fields, depends }, (entity) => check(ctx, product, entity, creating(entity)));
}

const none: readonly never[] = [];

function check(ctx: PointCompiler, product: Product, entity: Entity, creating: readonly Create[]): void {
  const filled = filledByEffects(product, entity);
  for (const one of creating) one.values.forEach(({ field }) => filled.add(field));
  const left = entity.fields.filter((field) => field.source && mustBeFilled(entity, field) && !filled.has(field.name));
  report(
    ctx,
    entity,
    left.filter((f) => f.readOnly === true),
    "it is read-only and no effect sets it",
  );
  report(
    ctx,
    entity,
    left.filter((f) => f.readOnly !== true && grantedToNobody(ctx, product, entity, f)),
    "point 6 lets nobody who creates the record set it",
  );
}

/** Users are created with a name and an email only: by invitation, registration, single sign-on, and for the first Owner. */
function checkUsers(ctx: PointCompiler, product: Product, user: Entity): void {
  const filled = filledByEffects(product, user);
  const [first, ...more] = user.fields.filter(
    (field) => field.source && !["name", "email", "roles", "active"].includes(field.name) && mustBeFilled(user, field) && !filled.has(field.name),
  );
  if (!first) return;
  const names = list([first, ...more].map((f) => `"${f.name}"`));
  ctx.report(
    "required-of-person",
    first.source!,
    `Users are created with only a name and an email, so nobody could be added: ${names} ${more.length === 0 ? "is" : "are"} required.`,
    {
      hint: "Add a default, set it in `On create`, or remove `required` and require it later with a rule in point 5.",
    },
  );
}

/** The reason for several fields. */
const plural = (why: string): string => why.replace(/^it is/, "they are").replace(/\bit\b/, "them");

/** One diagnostic, however many fields it is about. */
function report(ctx: PointCompiler, entity: Entity, fields: readonly Field[], why: string): void {
  const [first] = fields;
  if (!first) return;
  const names = list(fields.map((f) => `"${f.name}"`));
  ctx.report(
    "required-never-filled",
    first.source!,
    `${names} of ${article(entity.name)} ${fields.length === 1 ? "is" : "are"} required but can never be filled in: ${fields.length === 1 ? why : plural(why)}.`,
  );
}

type Create = Statement & { readonly kind: "create" };
/** By entity. */
export const createsIn = (statements: readonly Statement[]): ReadonlyMap<string, readonly Create[]> => grouped(statements.flatMap(creates));

const creates = (s: Statement): Create[] => (s.kind === "create" ? [s] : isNesting(s) ? s.body.flatMap(creates) : []);

/** Some role may create the record, but none of them may set this field. */
function grantedToNobody(ctx: PointCompiler, product: Product, entity: Entity, field: Field): boolean {
  const { grants } = rightsTo(ctx, entity.name);
  const creating = grants.filter((g) => g.verb === "create");
  if (!product.permissions.written || creating.length === 0) return false;
  const own = hasFieldRow(product, entity, field.name, "create");
  return !creating.some((g) => (own ? g.fields?.includes(field.name) : g.fields === null || g.fields.includes(field.name)));
}
