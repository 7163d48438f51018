/** Fills in a form: each required field, most of the others, with records that the person may choose. */
import type { EntityData, FieldData } from "@nonet/screens";
import type { Chance } from "./chance.ts";
import type { Choice, Writing } from "./writing.ts";
import { idOf, suitable } from "./agreeing-values.ts";
import { picture } from "./picture.ts";
import { plausibleValue } from "./plausible-value.ts";
import { things } from "./word-lists.ts";
import { textForPattern } from "./text-for-pattern.ts";
import type { Visitor } from "./visitor.ts";

/** How often an optional field is filled in: pictures nearly always, because public lists often show only records that have one. */
const filledIn = ({ conditional, control }: FieldData): number => (conditional ? 0.2 : control.startsWith("image") ? 0.95 : 0.7);

/** How often a default stays: an amount that starts at nothing is mostly changed, a text is made of other fields. */
const stays = ({ control }: FieldData): number => (control === "money" ? 0.1 : control === "text" ? 1 : 0.6);

/** Null if a required field can't be filled in: nothing can be chosen, or it wants a file. */
export async function formValues(visitor: Visitor, entity: string, fields: readonly FieldData[], writing: Writing): Promise<Readonly<Record<string, unknown>> | null> {
  const values: Record<string, unknown> = {};
  let begin: string | undefined;
  let end: string | undefined;
  for (const field of inOrder(entity, fields, writing)) {
    const kept = writing.kept[field.key];
    if (field.computed || (kept === undefined && !field.required && field.control !== "parts" && (field.default !== null || !writing.chance.happens(filledIn(field))))) continue;
    if (kept === undefined && field.required && field.default !== null && writing.chance.happens(stays(field))) continue;
    const value = kept ?? (await valueOf(visitor, entity, field, writing, { begin, end, values }));
    if (value === undefined && field.required) return null;
    if (value === undefined) continue;
    values[field.key] = value;
    if (field.control !== "date" && field.control !== "date and time") continue;
    if (begin === undefined) begin = String(value).slice(0, 10);
    else end = String(value).slice(0, 10);
  }
  return values;
}

/** What follows from other fields comes after them, and parts come last. */
function inOrder(entity: string, fields: readonly FieldData[], { agreements }: Writing): readonly FieldData[] {
  const follows = ({ key }: FieldData): boolean =>
    agreements.some(
      (one) => one.entity === entity && one.sides.some(({ list, path }, i) => list === null && path.length === 1 && path[0] === key && one.sides[1 - i]!.path.length === 2),
    );
  const rank = (field: FieldData): number => (field.control === "parts" ? 2 : follows(field) ? 1 : 0);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** What the form holds already. */
interface SoFar {
  /** Its first date. */
  readonly begin: string | undefined;
  /** Its last date, if it has two. */
  readonly end: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

async function valueOf(visitor: Visitor, entity: string, field: FieldData, writing: Writing, { begin, end, values }: SoFar): Promise<unknown> {
  const { chance, today, names, counts } = writing;
  const suits = suitable(entity, field, values, writing);
  if (suits.value !== undefined) return suits.value;
  if (field.control === "reference") return chosenFor(visitor, field, writing, values, suits.choice);
  if (field.control === "references") {
    const one = await chosenFor(visitor, field, writing, values, suits.choice);
    return one === undefined ? undefined : [one];
  }
  if (field.control === "image" || field.control === "images" || field.control === "file" || field.control === "files") return fileFor(visitor, field, writing);
  if (field.control === "parts")
    return partsOf(visitor, field, { ...writing, whole: { entity, list: field.key, values }, ...(begin !== undefined && end !== undefined ? { within: { begin, end } } : {}) });
  const place = `${entity}.${field.key}`;
  const pattern = writing.patterns.get(place);
  if (pattern !== undefined) return textForPattern(pattern, chance);
  const count = counts.get(place) ?? 0;
  counts.set(place, count + 1);
  return plausibleValue(field, {
    chance,
    entity,
    today,
    known: names.get(entity) ?? [],
    count,
    attempt: writing.attempt,
    ...(begin === undefined ? {} : { begin }),
    ...(writing.within ? { within: writing.within } : {}),
  });
}

async function fileFor({ upload }: Visitor, field: FieldData, { chance }: Writing): Promise<unknown> {
  const ids: string[] = [];
  for (let i = 0; i < Math.max(1, Number(field.atLeast ?? 1)); i++) {
    const id = field.control.startsWith("image")
      ? await upload(picture(chance), "picture.png", "image/png")
      : await upload(Buffer.from(`%PDF-1.4\n% ${field.label}\n%%EOF\n`), `${field.name}.pdf`, "application/pdf");
    if (id === null) return undefined;
    ids.push(id);
  }
  return field.control.endsWith("s") ? ids : ids[0];
}

async function chosenFor(
  { ask, email, sees }: Visitor,
  field: FieldData,
  { chance, choices, deciders, refused }: Writing,
  values: SoFar["values"],
  suits: (choice: Choice) => boolean,
): Promise<string | undefined> {
  const referred = sees.entities.find(({ name }) => name === field.entity);
  if (!referred) return undefined;
  const address = `/api/${referred.path}?limit=100&fields=${["shownAs", ...comparedKeys(referred)].join(",")}${field.role ? `&withRole=${encodeURIComponent(field.role)}` : ""}`;
  const key = `${email} ${address}`;
  const known = choices.get(key);
  const suited = (found: readonly Choice[]): readonly Choice[] => {
    const open = found.filter((one) => !refused.get(field.key)?.has(one.id) && suits(one));
    return field.entity === "User" ? suitedPeople(field, open, values, deciders) : open;
  };
  if (known) return fitting(suited(known), values, chance);
  const page = await ask("GET", address);
  const found: readonly Choice[] = page.status === 200 ? page.body.items : [];
  if (found.length === 0) return undefined;
  choices.set(key, found);
  return fitting(suited(found), values, chance);
}

/** Its own numbers, and the records to which it refers. */
const comparedKeys = ({ fields }: EntityData): readonly string[] =>
  fields.filter(({ computed, control }) => !computed && ["reference", "number", "integer", "money"].includes(control)).map(({ key }) => key);

const decides = /owner|head|director|lead|substitute|stand-in|approver|deputy|responsible/i;

/** Who answers for something is somebody who may decide, and each person stands in a form once, as far as there are enough. */
function suitedPeople({ name }: FieldData, found: readonly Choice[], values: SoFar["values"], deciders: ReadonlySet<string>): readonly Choice[] {
  const taken = new Set(Object.values(values));
  const free = found.filter(({ id }) => !taken.has(id));
  const suited = decides.test(name) ? free.filter(({ id }) => deciders.has(id)) : [];
  return suited.length > 0 ? suited : free.length > 0 ? free : found;
}

/** A camera belongs to the cameras, where there are some. */
function fitting(choices: readonly Choice[], values: SoFar["values"], chance: Chance): string | undefined {
  if (choices.length === 0) return undefined;
  const thing = things.find(({ name }) => Object.values(values).some((value) => typeof value === "string" && value.startsWith(name)));
  const fit = thing ? choices.filter(({ shownAs }) => thing.of.test(shownAs ?? "")) : [];
  return chance.one(fit.length > 0 ? fit : choices).id;
}

async function partsOf(visitor: Visitor, field: FieldData, given: Writing): Promise<unknown> {
  // Parts that need something that this person doesn't give are made by an action.
  if (field.parts.some((one) => one.required && one.default === null && !one.computed && !one.writableOnCreate && !one.atMaking)) return undefined;
  // Each part names another record, where there are enough.
  const used = new Map<string, Set<unknown>>();
  const own = { ...given, refused: used, kept: {} };
  const parts: unknown[] = [];
  // A checklist wants each of its points; that is seen from a refusal.
  const points = own.attempt > 0 ? field.parts.find(({ control, required }) => control === "choice" && required) : undefined;
  const count = points?.choices.length ?? own.chance.whole(1, 3);
  for (let i = 0; i < count; i++) {
    const part = await formValues(
      visitor,
      field.entity ?? field.name,
      field.parts.filter((one) => one.writableOnCreate || one.atMaking),
      own,
    );
    if (part === null) continue;
    parts.push(points ? { ...part, [points.key]: points.choices[i] } : part);
    for (const { key, control, required } of field.parts) if (control === "reference" && required && key in part) used.set(key, (used.get(key) ?? new Set()).add(idOf(part[key])));
  }
  return parts.length > 0 ? parts : undefined;
}
