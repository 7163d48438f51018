/**
 * Fills a rehearsal with plausible records by using the product over HTTP as its people would, for some days of the
 * rehearsal's clock: whoever may create records creates them, and whoever may run an action runs it, the next step of the
 * work first. What the document's rules refuse is tried with other values, or left out.
 */
import type { ActionData, EntityData, FieldData, ProductData } from "@nonet/screens";
import { type Chance, seeded } from "./chance.ts";
import type { Agreement } from "./agreements.ts";
import type { CreatingCall } from "./creating-calls.ts";
import { formValues } from "./form-values.ts";
import type { Writing } from "./writing.ts";
import { addPeople } from "./demo-people.ts";
import { type Answer, type Place, asker, signIn, type Visitor } from "./visitor.ts";

const days = 8;
/** Records that others refer to are made on the first day, the rest from day to day. */
const basics = 8;
const daily = 3;
const actionsPerDay = 8;
/** On the last days the last records in a state stay there, so that work of every kind is left to see. */
const lastDays = 3;
const left = 2;
const seed = 20;

export interface Filled {
  readonly people: number;
  readonly records: number;
  readonly actions: number;
}

/** Null if the rehearsal has been filled before, or has nobody who could. `names`: what the document's examples call records, by entity. `calls`: those that create records for everybody. `agreements`: what the document's rules want to be the same. */
export async function fillDemo(
  place: Place,
  names: ReadonlyMap<string, readonly string[]>,
  calls: readonly CreatingCall[] = [],
  agreements: readonly Agreement[] = [],
): Promise<Filled | null> {
  const chance = seeded(seed);
  const plain = asker(place);
  const given: readonly { readonly email: string }[] = (await plain("GET", "/rehearsal/people")).body;
  const owner = await signIn(place, "owner@example.test", "rehearsal");
  const added = owner && (await addPeople(place, owner, chance));
  if (!added) return null;
  const starters = await Promise.all(given.filter(({ email }) => email !== owner.email).map(({ email }) => signIn(place, email, "rehearsal")));
  const visitors = [...starters, ...added].filter((one) => one !== null);
  if (visitors.length === 0) visitors.push(owner);
  const order = inOrder(visitors.map(({ sees }) => sees));
  const deciders = answerable(visitors);
  let records = 0;
  let actions = 0;
  const counts = new Map<string, number>();
  const patterns = new Map<string, string>();
  const failures = new Map<string, number>();
  for (let day = 0; day < days; day++) {
    const now: string = (await plain("GET", "/rehearsal/clock")).body.now;
    const writing: Writing = {
      chance,
      today: now.slice(0, 10),
      names,
      counts,
      patterns,
      choices: new Map(),
      refused: new Map(),
      refusals: new Map(),
      idle: new Set(),
      kept: {},
      deciders,
      agreements,
      attempt: 0,
    };
    const make = async (name: string, times: number): Promise<void> => {
      // What can't be made now is tried again on another day, less often each time.
      for (let i = 0; i < times; i++) {
        if (!(await create(visitors, name, writing, Math.max(2, tries - 3 * (failures.get(name) ?? 0))))) {
          failures.set(name, (failures.get(name) ?? 0) + 1);
          return;
        }
        failures.delete(name);
        records++;
      }
    };
    if (day === 0) {
      for (const { name, isBasic } of order) if (isBasic) await make(name, await missing(visitors, name));
      await completePeople(visitors, owner, writing);
    }
    // What needs something that others make later in the day, such as a check before a trip, is tried again in the end.
    const later: string[] = [];
    for (const { name, isBasic } of order) {
      if (isBasic) continue;
      const before = records;
      await make(name, daily);
      if (records === before) later.push(name);
    }
    // Once more where somebody has agreed: it is before the next one now.
    const agreed = new Set<string>();
    actions += await decide(visitors, writing, null, agreed);
    if (agreed.size > 0) actions += await decide(visitors, writing, new Set(agreed), agreed);
    for (let i = 0; i < actionsPerDay * visitors.length ** 0.5; i++) if (await act(chance.one(visitors), writing, day >= days - lastDays)) actions++;
    for (const name of later) await make(name, daily);
    if (day === 0) for (const call of calls) if (!order.some(({ name }) => name === call.entity)) records += await callFor(place, visitors[0]!, call, writing);
    if (day < days - 1) await plain("POST", "/rehearsal/clock", { forward: "P1D" });
  }
  return { people: visitors.length, records, actions };
}

/** The entities of which somebody may create records, each after those that it needs. Basic: what it needs are only people. */
function inOrder(products: readonly ProductData[]): readonly { readonly name: string; readonly isBasic: boolean }[] {
  const entities = new Map(
    products.flatMap(({ entities: all }) => all.filter((one) => one.mayCreate && one.partOf === null && one.name !== "User").map((one) => [one.name, one] as const)),
  );
  const done: { name: string; isBasic: boolean }[] = [];
  const visit = (entity: EntityData, path: readonly string[]): void => {
    if (path.includes(entity.name) || done.some(({ name }) => name === entity.name)) return;
    const needed = entity.fields.filter((f) => f.writableOnCreate && f.entity !== null && f.entity !== "User" && ["reference", "references"].includes(f.control));
    for (const { entity: other } of needed) if (entities.has(other!)) visit(entities.get(other!)!, [...path, entity.name]);
    done.push({ name: entity.name, isBasic: !needed.some(({ required }) => required) && entity.states.length < 3 });
  };
  for (const entity of entities.values()) visit(entity, []);
  return done;
}

/** Records that nobody creates on a screen, by the call that creates them, unless there are some already. */
async function callFor(place: Place, visitor: Visitor, { entity: name, path, keys }: CreatingCall, writing: Writing): Promise<number> {
  const entity = visitor.sees.entities.find((one) => one.name === name);
  if (!entity || (await missing([visitor], name)) === 0) return 0;
  let made = 0;
  for (let i = 0; i < basics; i++) {
    const fields = entity.fields.filter(({ key }) => keys.includes(key)).map((field) => ({ ...field, default: null }));
    const values = await formValues(visitor, name, fields, writing);
    if (values !== null && (await asker(place)("POST", path, values)).status < 300) made++;
  }
  return made;
}

/** Records that the document itself makes are enough to refer to. */
async function missing(visitors: readonly Visitor[], name: string): Promise<number> {
  for (const { ask, sees } of visitors) {
    const entity = sees.entities.find((one) => one.name === name);
    const page = entity && (await ask("GET", `/api/${entity.path}?limit=${basics}&fields=id`));
    if (page?.status === 200 && page.body.items.length >= 3) return 0;
  }
  return basics;
}

/** Each person gets what the document stores of people, such as their team, from somebody who may change it. */
async function completePeople(visitors: readonly Visitor[], owner: Visitor, writing: Writing): Promise<void> {
  const people = [...visitors, owner].map((visitor) => ({ visitor, user: visitor.sees.entities.find(({ name }) => name === "User") }));
  const fieldsFor = (fields: readonly FieldData[]): readonly FieldData[] => fields.filter((f) => f.writableOnUpdate && f.control === "reference" && f.entity !== "User");
  const changer = people.find(({ user }) => user?.mayUpdate && fieldsFor(user.fields).length > 0);
  if (!changer?.user) return;
  for (const { id } of visitors) {
    const { visitor, user } = changer;
    const values = await formValues(
      visitor,
      "User",
      fieldsFor(user.fields).map((field) => ({ ...field, required: true, default: null })),
      writing,
    );
    if (values !== null) await visitor.ask("PATCH", `/api/${user.path}/${id}`, values, { "If-Match": "*" });
  }
}

/** How often somebody who has made a record takes the next step at once, as a draft is mostly sent. */
const handedOn = 0.6;

/** Several tries: a rule that refuses one value may accept another. */
const tries = 8;

async function create(visitors: readonly Visitor[], name: string, writing: Writing, times: number): Promise<boolean> {
  const may = visitors.filter(({ sees }) => sees.entities.some((one) => one.name === name && one.mayCreate));
  if (may.length === 0) return false;
  const visitor = writing.chance.one(may);
  const entity = visitor.sees.entities.find((one) => one.name === name)!;
  // What a later step of the work asks for is left to that step.
  const later = new Set(entity.actions.flatMap(({ asks }) => asks.map(({ key }) => key)));
  const fields = [...entity.fields.filter((f) => f.writableOnCreate && (isNeeded(f) || !later.has(f.key))), ...entity.askedAtMaking];
  let kept: Writing["kept"] = {};
  for (let i = 0; i < times; i++) {
    const values = await formValues(visitor, entity.name, fields, { ...writing, kept, refused: refusedIn(entity.name, writing), attempt: i });
    if (values === null) return false;
    const { status, body } = await answered(visitor, `/api/${entity.path}`, values);
    if (status === 201) {
      if (writing.chance.happens(handedOn)) await takeStep(visitor, entity, body, writing);
      return true;
    }
    if (status === 429 || status === 403) return false;
    const errors: readonly FieldError[] = body?.errors ?? [];
    notePatterns(entity.name, errors, writing);
    noteRefused(fields, values, errors, refusedIn(entity.name, writing));
    // As a person would: what was refused is changed. Now and then everything is, because the reason may be another field.
    const wrong = new Set(errors.map(({ field }) => field?.split(/[/.]/)[0]));
    kept = wrong.has(undefined) || i % 4 === 3 ? {} : { ...Object.fromEntries(Object.entries(values).filter(([key]) => !wrong.has(key))), ...expected(fields, values, errors) };
  }
  return false;
}

interface FieldError {
  readonly field: string | null;
  readonly detail: string;
}

const numbers: ReadonlySet<FieldData["control"]> = new Set(["number", "integer", "money"]);

/** The numbers that a message names in place of those that were refused: "The lines come to 119.00, not 95.00." */
function expected(fields: readonly FieldData[], values: Readonly<Record<string, unknown>>, errors: readonly FieldError[]): Readonly<Record<string, unknown>> {
  const found = errors.flatMap(({ field, detail }): [string, string | number][] => {
    const control = fields.find(({ key }) => key === field)?.control;
    if (field === null || !control || !numbers.has(control)) return [];
    const named = (detail.match(/\d[\d,]*(\.\d+)?/g) ?? []).map((text) => text.replaceAll(",", "")).find((text) => Number(text) !== Number(values[field]));
    return named === undefined ? [] : [[field, control === "integer" ? Number(named) : named]];
  });
  return Object.fromEntries(found);
}

/** The records that were refused this day in forms of the entity, by the key of their field. */
function refusedIn(entity: string, { refusals }: Writing): Map<string, Set<unknown>> {
  const found = refusals.get(entity) ?? new Map<string, Set<unknown>>();
  refusals.set(entity, found);
  return found;
}

/** The records that were chosen and refused aren't chosen again that day; where no field is named, the first one that the form requires is taken for the reason. */
function noteRefused(fields: readonly FieldData[], values: Readonly<Record<string, unknown>>, errors: readonly FieldError[], refused: Map<string, Set<unknown>>): void {
  const chosen = fields.filter(({ key, control, required }) => control === "reference" && required && values[key] !== undefined);
  const about = errors.some(({ field }) => field === null) ? chosen.slice(0, 1) : chosen.filter(({ key }) => errors.some(({ field }) => field === key));
  for (const { key } of about) refused.set(key, (refused.get(key) ?? new Set()).add(values[key]));
}

/** A list of files may want some without being required. */
const isNeeded = ({ required, control, atLeast }: FieldData): boolean => required || ((control === "images" || control === "files") && Number(atLeast ?? 0) > 0);

/** A text that doesn't match its pattern is refused with the pattern. */
function notePatterns(entity: string, errors: readonly FieldError[], { patterns }: Writing): void {
  for (const { field, detail } of errors) {
    const pattern = / must match the pattern (.+)\.$/.exec(detail)?.[1];
    if (field !== null && pattern !== undefined) patterns.set(`${entity}.${field}`, pattern);
  }
}

const decidedBy = ({ entities }: ProductData): readonly EntityData[] => entities.filter(({ actions }) => actions.some(({ decision, stops }) => decision !== null && !stops));

/** The people who answer for something, by the name of their role; everybody who may decide if no role says so. */
function answerable(visitors: readonly Visitor[]): ReadonlySet<string> {
  const named = visitors.filter(({ roles }) => roles.some((role) => /approv|manag|lead|head|director|chair/i.test(role)));
  return new Set((named.length > 0 ? named : visitors.filter(({ sees }) => decidedBy(sees).length > 0)).map(({ id }) => id));
}

/** How many decisions somebody makes in a day, of each kind of records. */
const decisions = 4;

/**
 * What waits for a decision mostly gets it, so that the work goes on; what is left shows what waits. `only`: the records
 * to look at, all if null. `agreed` gets the records on which somebody has decided.
 */
async function decide(visitors: readonly Visitor[], { chance }: Writing, only: ReadonlySet<string> | null, agreed: Set<string>): Promise<number> {
  let made = 0;
  for (const visitor of visitors)
    for (const entity of decidedBy(visitor.sees)) {
      const decided = entity.actions.filter(({ decision, stops, asks }) => decision !== null && !stops && asks.length === 0);
      const rows = (await statesOf(visitor, entity)).filter((row) => (only === null || only.has(row.id)) && decided.some((action) => leadsFrom(action, entity, row)));
      let own = 0;
      for (const { id } of rows) {
        if (own === decisions) break;
        if (!chance.happens(0.7)) continue;
        const offered = await visitor.ask("GET", `/api/${entity.path}/${id}/actions`);
        const available: readonly Available[] = offered.status === 200 ? offered.body.items : [];
        const action = decided.find((one) => available.some(({ name, allowed }) => name === one.name && allowed));
        if (!action || (await answered(visitor, `/api/${entity.path}/${id}/${action.path}`, {})).status >= 300) continue;
        agreed.add(id);
        own++;
        made++;
      }
    }
  return made;
}

type StateRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** The records that somebody sees, each with nothing but its states: what is computed about them costs time. */
async function statesOf({ ask }: Visitor, entity: EntityData): Promise<readonly StateRow[]> {
  const keys = ["id", ...(entity.states.length > 0 ? ["state"] : []), ...entity.stateKeys];
  const page = await ask("GET", `/api/${entity.path}?limit=60&fields=${keys.join(",")}`);
  return page.status === 200 ? page.body.items : [];
}

const leadsFrom = ({ from }: ActionData, { stateKeys }: EntityData, row: StateRow): boolean => ["state", ...stateKeys].some((key) => from.includes(String(row[key])));

interface Available {
  readonly name: string;
  readonly allowed: boolean;
}

/** How many records somebody looks at before they find something to do. */
const looks = 3;

/** Of how many kinds of records somebody looks for something to do. */
const kinds = 3;

/** Somebody looks for something to do, and does it. */
async function act(visitor: Visitor, writing: Writing, isLate: boolean): Promise<boolean> {
  const worked = visitor.sees.entities.filter(({ name, actions }) => actions.length > 0 && !writing.idle.has(`${visitor.email} ${name}`));
  for (let i = 0; i < kinds && worked.length > 0; i++) {
    const [entity] = worked.splice(writing.chance.whole(0, worked.length - 1), 1);
    const done = await actOn(visitor, entity!, writing, isLate);
    if (done !== null) return done;
  }
  return false;
}

/** Somebody looks at records and does what comes next with one of them: whether the product let them, null where there was nothing to do. */
async function actOn(visitor: Visitor, entity: EntityData, writing: Writing, isLate: boolean): Promise<boolean | null> {
  const { chance } = writing;
  const rows = await statesOf(visitor, entity);
  const open = rows.filter((row) => entity.actions.some((action) => leadsFrom(action, entity, row)));
  // Who has nothing to do there doesn't look again that day.
  if (open.length === 0) writing.idle.add(`${visitor.email} ${entity.name}`);
  for (let i = 0; i < looks && open.length > 0; i++) {
    const [row] = open.splice(chance.whole(0, open.length - 1), 1);
    if (!row) break;
    if (isLate && rows.length > entity.states.length && rows.filter(({ state }) => state === row["state"]).length <= left) continue;
    const done = await takeStep(visitor, entity, row, writing);
    if (done !== null) return done;
  }
  return null;
}

async function takeStep(visitor: Visitor, entity: EntityData, row: Readonly<Record<string, unknown>>, writing: Writing): Promise<boolean | null> {
  const { ask } = visitor;
  const address = `/api/${entity.path}/${String(row["id"])}`;
  const offered = await ask("GET", `${address}/actions`);
  const available: readonly Available[] = offered.status === 200 ? offered.body.items : [];
  const allowed = entity.actions.filter((action) => available.some((one) => one.name === action.name && one.allowed));
  const action = choose(allowed, entity, row, writing.chance);
  if (!action) return null;
  const values = await formValues(visitor, entity.name, action.asks, writing);
  return values !== null && (await answered(visitor, `${address}/${action.path}`, values)).status < 300;
}

/** A call that must succeed first may need a value that the document doesn't show, such as an address: then it succeeds this once. A warning is confirmed. */
async function answered({ ask }: Visitor, path: string, values: unknown): Promise<Answer> {
  const answer = await ask("POST", path, values);
  const warned: readonly string[] = answer.body?.confirm ?? [];
  if (warned.length > 0) return ask("POST", `${path}?confirm=${warned.map(encodeURIComponent).join(",")}`, values);
  const call = answer.status === 501 ? answer.body?.errors?.[0]?.rule : undefined;
  const scripted = call ? await ask("POST", "/rehearsal/answers", { call, status: 200, body: {}, times: 1 }) : null;
  return scripted && scripted.status < 300 ? ask("POST", path, values) : answer;
}

/** Somebody who looks at many records finds an early end possible in most of them. */
const earlyEnd = 0.03;
/** A step back to an earlier state undoes what others have done. */
const stepBack = 0.1;

/** Mostly the next step; now and then something else, rarely an early end. */
function choose(allowed: readonly ActionData[], entity: EntityData, row: Readonly<Record<string, unknown>>, chance: Chance): ActionData | undefined {
  const states = ["state", ...entity.stateKeys].map((key) => row[key]);
  const next = allowed.find((action) => !action.stops && (action.furtherFrom.some((state) => states.includes(state)) || action.decision !== null));
  if (next && chance.happens(0.85)) return next;
  const isBack = ({ to }: ActionData): boolean => to !== null && entity.states.indexOf(to) < entity.states.indexOf(String(row["state"])) && entity.states.includes(to);
  const others = allowed.filter((action) => action !== next && (!action.stops || chance.happens(earlyEnd)) && (!isBack(action) || chance.happens(stepBack)));
  return others.length > 0 && chance.happens(0.4) ? chance.one(others) : undefined;
}
