/** What each role may do in one version of a product and not in the other. */
import { fold } from "@nonet/feel";
import type { Grant, Product } from "@nonet/model";

export interface PermissionChange {
  /** The role's name, `anyone`, `everyone`, or `bearer`. */
  readonly role: string;
  readonly kind: "gains" | "loses";
  readonly sentence: string;
}

/** Roles that are gone lose nothing here: who had them has no role. A role that was renamed is compared with its former name. */
export function permissionChanges(before: Product, after: Product): readonly PermissionChange[] {
  return actorsOf(after).flatMap((role) => {
    const former = formerName(before, after, role);
    const had = former === null ? new Map<string, string>() : abilitiesOf(before, former, role);
    const has = abilitiesOf(after, role, role);
    return [...only(has, had, role, "gains"), ...only(had, has, role, "loses")];
  });
}

const only = (these: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>, role: string, kind: PermissionChange["kind"]): readonly PermissionChange[] =>
  [...these].flatMap(([key, sentence]) => (others.has(key) ? [] : [{ role, kind, sentence: `${nameOf(role)} ${kind === "gains" ? "may now" : "may no longer"} ${sentence}.` }]));

const groups = ["anyone", "everyone", "bearer"] as const;

const actorsOf = ({ permissions }: Product): readonly string[] => [...groups, ...permissions.roles.map(({ name }) => name)];

const nameOf = (role: string): string => (role === "bearer" ? "Whoever has the link" : role === "anyone" ? "Anyone" : role === "everyone" ? "Everyone who is signed in" : role);

/** null for a new role. */
function formerName(before: Product, after: Product, role: string): string | null {
  const was = after.permissions.roles.find(({ name }) => name === role)?.was;
  const names = actorsOf(before);
  return names.find((name) => fold(name) === fold(role)) ?? names.find((name) => was !== undefined && fold(name) === fold(was)) ?? null;
}

/** What a role may do by its own lines and those of the roles that it includes: a key for each, and the words for it. */
function abilitiesOf(product: Product, role: string, as: string): ReadonlyMap<string, string> {
  const { permissions, screens } = product;
  const own = new Set(permissions.roles.find(({ name }) => name === role)?.includes ?? [role]);
  const found = new Map<string, string>();
  for (const grant of permissions.grants) {
    if (!own.has(grant.role) || isNever(product, own, grant)) continue;
    found.set(keyOf(grant), wordsOf(product, grant));
  }
  for (const screen of screens) {
    if (screen.derived) continue;
    const rows = permissions.screens.filter((one) => one.screen === screen.name);
    const may = rows.length > 0 ? rows.map((one) => one.role) : screen.for;
    if (may.some((one) => own.has(one) || one === as)) found.set(`screen ${fold(screen.name)}`, `open the screen ${screen.name}`);
  }
  return found;
}

/** A denial without a condition; one with a condition takes away less, which its own line reports. */
const isNever = ({ permissions }: Product, own: ReadonlySet<string>, grant: Grant): boolean =>
  permissions.never.some((one) => own.has(one.role) && one.where === null && one.fields === null && one.entity === grant.entity && verbOf(one) === verbOf(grant));

const verbOf = ({ verb }: Grant): string => (typeof verb === "string" ? verb : verb.action);

/** The condition counts as it is typed, so that another definition of `own` is a change; where it stands doesn't. */
const keyOf = (grant: Grant): string =>
  JSON.stringify([fold(grant.entity), fold(verbOf(grant)), grant.by ?? null, grant.fields?.map(fold) ?? null, withoutPlaces(grant.where?.expression ?? null)]);

/** A stored version has its keys in another order. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  // What a type knows how to write, such as a decimal, is stored as it writes it.
  if ("toJSON" in value && typeof value.toJSON === "function") return value.toJSON();
  const entries = Object.entries(value).filter(([key, inner]) => key !== "span" && key !== "source" && inner !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutPlaces(inner)]);
}

function wordsOf(product: Product, grant: Grant): string {
  const plural = product.entities.find(({ name }) => name === grant.entity)?.plural ?? grant.entity;
  const fields = grant.fields === null ? "" : `${grant.fields.join(" and ")} of `;
  const verb = grant.verb === "history" ? "read the history of" : verbOf(grant);
  const through = grant.by === undefined ? "" : ` by ${grant.by}`;
  return `${verb} ${fields}${plural}${through}${grant.where === null ? "" : conditionWords(grant)}`;
}

/** What of the cell restricts it: `own while requested` of `update own while requested`. */
function conditionWords({ text }: Grant): string {
  const found = /\b(own\b.*|while\b.*|if\b.*|where\b.*|when\b.*)$/i.exec(text.trim())?.[1];
  return found ? ` (${found})` : ` (${text.trim()})`;
}
