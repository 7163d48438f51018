/** A client generated from a product's API description: sends valid and invalid requests, and reports every answer that the description doesn't announce. */
import { client } from "../api-client.ts";
import { judgeOf } from "../security/judge-response.ts";
import type { Schema } from "./generate-value.ts";
import { type Description, type MadeRequest, requestsOf } from "./make-requests.ts";

export interface Findings {
  readonly sent: { readonly valid: number; readonly invalid: number };
  readonly statuses: Readonly<Record<string, number>>;
  /** Successful valid requests by operation, to see which operations were never reached. */
  readonly reached: ReadonlySet<string>;
  readonly operations: number;
  /** Each kind of finding with its first example. */
  readonly found: readonly string[];
}

export interface Run {
  readonly address: string;
  /** The path of the API description. */
  readonly description: string;
  readonly owner: string;
  readonly tokens: readonly string[];
  readonly random: () => number;
  readonly valid: number;
  readonly invalid: number;
  readonly today: string;
}

const everybody = { has: () => true };

/** Codes of refusals that are about the shape of a request, not about what it asks for. */
const aboutShape = new Set(["malformed", "malformed-json", "unknown-parameter", "unknown-field", "media-type", "invalid-value", "invalid-condition"]);

/** In a list, a field that the reader may not read doesn't exist. */
const mayBeHidden = /^(?:unknown-field|unknown-parameter)$/;

/** Requests that would end sessions, change credentials or take rights away are sent as somebody who isn't signed in. */
const endsSomething = /sign-out|sign-in|\/api\/me\/|\/register|\/people\/|\/-\/people|\/outbox\/|erase|\/api\/users\/\{id\} (?:PATCH|DELETE)/;

export async function runProperties(run: Run): Promise<Findings> {
  const ask = client(run.address, run.owner);
  const description = (await ask("GET", run.description)).body as Description;
  const ids = await idsOf(ask, description);
  const around = {
    schemas: description.components.schemas,
    random: run.random,
    today: run.today,
    idOf: (entity: string) => {
      const known = ids.get(entity) ?? [];
      return known[Math.floor(run.random() * known.length)];
    },
  };
  const requests = requestsOf(description, around);
  const readers = await readersOf(run, description);
  const judge = judgeOf(description as never);
  const state = { statuses: {} as Record<string, number>, reached: new Set<string>(), found: new Map<string, string>() };
  const left = { valid: run.valid, invalid: run.invalid };
  const next = (): MadeRequest | null => {
    const isValid = left.valid > 0 && (left.invalid <= 0 || run.random() < 0.5);
    const made = requests.make(isValid);
    if (made) left[isValid ? "valid" : "invalid"]--;
    return made;
  };
  const worker = async (): Promise<void> => {
    while (left.valid > 0 || left.invalid > 0) {
      const made = next();
      if (made === null || made.operation.endsWith("/api/events")) continue;
      const token = tokenFor(run, made);
      const isStrict = made.method !== "GET" || (readers.get(made.operation.split(/[ {]/)[1]!.replace(/\/(?:export)?$|:totals$/, "")) ?? everybody).has(token);
      const answer = await send(run, made, token);
      const kind = made.mistake === null ? "valid" : "invalid";
      state.statuses[`${kind} ${answer.status}`] = (state.statuses[`${kind} ${answer.status}`] ?? 0) + 1;
      if (made.mistake === null && answer.status < 300) state.reached.add(made.operation);
      remember(ids, description, made, answer.text);
      for (const [what, detail] of wrongOf(made, answer, judge, isStrict)) if (!state.found.has(what)) state.found.set(what, detail);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const operations = Object.values(description.paths).flatMap((path) => Object.keys(path)).length;
  return {
    sent: { valid: run.valid, invalid: run.invalid },
    statuses: state.statuses,
    reached: state.reached,
    operations,
    found: [...state.found].map(([what, detail]) => `${what}: ${detail}`),
  };
}

interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** `isStrict`: the caller may read something of the entity. All others get an empty list, whatever they ask for. */
function wrongOf(made: MadeRequest, { status, type, text }: Received, judge: ReturnType<typeof judgeOf>, isStrict: boolean): [string, string][] {
  const example = `${made.method} ${made.path.slice(0, 200)} ${made.body?.slice(0, 400) ?? ""} → ${status} ${text.slice(0, 300)}`;
  if (status === 0) return [[`${made.operation} isn't answered`, example]];
  const found: [string, string][] = [];
  const undescribed = judge(made.operation, status, type, text);
  if (undescribed !== null) found.push([`${made.operation} is answered with ${undescribed}`, example]);
  if (!isStrict) return found;
  if (made.mistake !== null && status < 300) found.push([`${made.operation} accepts ${made.mistake}`, example]);
  if (made.mistake === null && !made.namesMissing && !made.operation.endsWith("/import") && [400, 415, 422].includes(status))
    for (const { code, field, detail } of refusalsIn(text))
      if (aboutShape.has(code) && !beyondSchema.test(detail) && !(made.method === "GET" && mayBeHidden.test(code)))
        found.push([`${made.operation} refuses a valid request with ${code} of ${field}`, example]);
  return found;
}

interface Refusal {
  readonly code: string;
  readonly field: string | null;
  readonly detail: string;
}

const refusalsIn = (text: string): readonly Refusal[] => {
  const body = JSON.parse(text) as { readonly code?: string; readonly detail?: string; readonly errors?: readonly Refusal[] };
  return Array.isArray(body.errors) && body.errors.length > 0 ? body.errors : [{ code: body.code ?? "", field: null, detail: body.detail ?? "" }];
};

/** What a schema can't say: which records there are, whom a role makes eligible, bounds that are computed, passwords that are too common. */
const beyondSchema = /There is no such|with the role|must be at (?:least|most)|before|after|[Pp]assword/;

function tokenFor(run: Run, { path, method }: MadeRequest): string | null {
  if (endsSomething.test(`${path} ${method}`)) return null;
  return [...run.tokens, ...run.tokens, run.owner, run.owner, null][Math.floor(run.random() * (2 * run.tokens.length + 3))]!;
}

async function send(run: Run, made: MadeRequest, token: string | null): Promise<Received> {
  try {
    const response = await fetch(`${run.address}${made.path}`, {
      method: made.method,
      headers: { accept: "application/json", ...made.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(made.body === undefined || made.method === "GET" ? {} : { body: made.body }),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
  } catch (error) {
    return { status: 0, type: "", text: String(error) };
  }
}

type Ids = Map<string, string[]>;

/** Records that are there at the start, by the schema name of their entity. */
async function idsOf(ask: ReturnType<typeof client>, { paths }: Description): Promise<Ids> {
  const ids: Ids = new Map([["File", []]]);
  for (const [path, { get }] of Object.entries(paths)) {
    const name = pageName(get?.responses["200"]?.content?.["application/json"]?.schema);
    if (name === undefined) continue;
    const { body } = await ask("GET", path);
    ids.set(
      name,
      ((body?.items ?? []) as readonly { readonly id: string }[]).map(({ id }) => id),
    );
  }
  return ids;
}

/** Who may read something of each entity, by the path of its list: only for them, a condition is read at all. */
async function readersOf(run: Run, { paths }: Description): Promise<ReadonlyMap<string, ReadonlySet<string | null>>> {
  const readers = new Map<string, Set<string | null>>();
  for (const [path, { get }] of Object.entries(paths)) {
    if (pageName(get?.responses["200"]?.content?.["application/json"]?.schema) === undefined) continue;
    const reading = new Set<string | null>();
    readers.set(path, reading);
    for (const token of [null, run.owner, ...run.tokens]) if ((await client(run.address, token ?? undefined)("GET", `${path}?where=(`)).status === 400) reading.add(token);
  }
  return readers;
}

const pageName = (schema: Schema | undefined): string | undefined => /\/(\w+)Page$/.exec(schema?.$ref ?? "")?.[1];

/** A record that was created can be used by the requests that follow. */
function remember(ids: Ids, { paths }: Description, made: MadeRequest, text: string): void {
  const [method, path] = made.operation.split(" ") as [string, string];
  const schema = paths[path]?.[method.toLowerCase()]?.responses["201"]?.content?.["application/json"]?.schema?.$ref?.split("/").at(-1);
  const known = schema === undefined ? undefined : ids.get(schema);
  const id = /^\{"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (known && id && known.length < 300 && !/dryRun=(true|unfinished)/.test(made.path)) known.push(id);
}
