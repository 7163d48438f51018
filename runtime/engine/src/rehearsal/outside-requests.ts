/** What comes to the product from outside in an example: requests, registrations, sign-ins and imports. */
import { randomBytes } from "node:crypto";
import { system } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Call, camel, parametersOf, type Step } from "@nonet/model";
import { runAccountStatements } from "../account-calls/account-statements.ts";
import { answerOfferedCall } from "../calls/offered-call.ts";
import { callerWith } from "../calls/credential.ts";
import { runReceivedCall } from "../calls/received-call.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { performImport } from "../import/import-records.ts";
import { performChange } from "../person-changes/perform-change.ts";
import { openSession } from "../credentials/sessions.ts";
import { register } from "../people/sign-in.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { findOrCreatePerson } from "./create-given.ts";
import { type ExampleEnvironment, momentOf, titleKey } from "./example-environment.ts";
import { entityNamed, stepValues } from "./example-values.ts";
import { evaluate, findOne, findRecords, type Missing } from "./find-record.ts";
import { say } from "@nonet/texts";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** The JSON of a content. A date and time without a zone is one of the product's. */
export async function contentOf(environment: ExampleEnvironment, content: Expression | null): Promise<unknown> {
  return content === null ? {} : evaluate(environment, withInstants(content, environment.product.about.timeZone));
}

function withInstants(content: Expression, zone: string): Expression {
  if (content.kind === "context") return { ...content, entries: content.entries.map((entry) => ({ ...entry, value: withInstants(entry.value, zone) })) };
  if (content.kind !== "literal" || content.type.kind !== "date and time") return content;
  return { ...content, value: momentOf(content, zone), type: { kind: "string" } };
}

const textual = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [[key, typeof value === "object" ? JSON.stringify(value) : String(value)]],
    ),
  );

export async function receive(environment: ExampleEnvironment, step: StepOf<"receive">): Promise<Outcome<unknown>> {
  const call = environment.product.calls.find((c) => c.name === step.call) as Call;
  const body = await contentOf(environment, step.content);
  if (call.does.kind !== "received") throw new Error(`${step.call} is not received.`);
  return runReceivedCall(environment.running, call, call.does, { body, headers: {}, path: pathOf(call.does.path, body), query: textual(body) });
}

/** Parameters of the path, from the content by their names. */
const pathOf = (path: string, body: unknown): Record<string, string> => {
  const given = textual(body);
  return Object.fromEntries(parametersOf(path).flatMap((name) => ((given[name] ?? given[camel(name)]) === undefined ? [] : [[name, (given[name] ?? given[camel(name)])!]])));
};

export async function callOffered(environment: ExampleEnvironment, signedIn: Actor, step: StepOf<"call">): Promise<Outcome<unknown> | Missing> {
  const call = environment.product.calls.find((c) => c.name === step.call) as Call;
  if (call.does.kind !== "offered") throw new Error(`${step.call} is not offered.`);
  const { method, path, takes } = call.does;
  const holder = step.credential && (await findOne(environment, step.credential));
  if (holder !== undefined && typeof holder !== "string") return holder;
  const by = holder ? { id: holder } : signedIn.kind === "person" ? { person: signedIn.id } : null;
  const caller = call.does.credential && by ? await callerWith(environment.running, call.name, by) : null;
  if (call.does.credential && by && !caller) return notSignedIn();
  const actor = caller?.actor ?? signedIn;
  const content = (await contentOf(environment, step.content)) as Record<string, unknown>;
  const parameters = pathOf(path, content);
  const keyOf = (name: string): string => takes.find(({ field }) => [field.name, field.key, field.column].includes(name))?.field.key ?? name;
  const sent = Object.fromEntries(
    Object.entries(content)
      .filter(([name]) => !(name in parameters))
      .map(([name, value]) => [keyOf(name), value]),
  );
  const isQuery = method === "GET" || method === "DELETE";
  return answerOfferedCall(environment.running, actor, call.name, {
    body: isQuery ? undefined : sent,
    headers: {},
    path: parameters,
    query: isQuery ? textual(sent) : {},
    ...(caller ? { credential: caller.credential } : {}),
    account: runAccountStatements(environment.running, { token: undefined, source: undefined }),
  });
}

/** Registers the person with a password that nobody needs to know, then sets their further values as they could themselves. */
export async function registerPerson(environment: ExampleEnvironment, step: StepOf<"register">): Promise<Outcome<unknown> | Missing> {
  const { running, product } = environment;
  const user = entityNamed(environment, "User");
  const given = await stepValues(environment, user.fields, step.values, { by: "key", make: () => Promise.resolve(null) });
  if (given.missing) return given.missing;
  const { email, ...values } = given.values;
  const role = product.about.signIn.registersAs;
  if (step.role !== null && step.role !== role)
    return notPermitted(role ? say("people-register-here-as-role-not-as", { role, role2: step.role }) : say("people-join-here-by-invitation-ask-the-2"));
  const address = typeof email === "string" ? email : `${step.name.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "person"}@example.test`;
  const added = await register(running, { name: step.name, email: address, password: randomBytes(16).toString("hex") });
  if (!added.ok) return added;
  const [id] = await findRecords(environment, { entity: "User", name: step.name, having: [] });
  if (id === undefined) return added;
  environment.titles.set(titleKey("User", step.name), id);
  environment.spokenOf.set("User", id);
  if (Object.keys(values).length === 0) return added;
  const actor: Actor = { kind: "person", id, name: step.name, email: address, roles: role ? [role] : [], owner: false };
  return performChange(running, { actor, change: { kind: "update", entity: "User", id, values, ifVersion: "any" } });
}

/** A person who has been given has no password: what is checked is that they may enter. */
export async function enter(environment: ExampleEnvironment, step: StepOf<"sign in">): Promise<Outcome<unknown>> {
  const id = await findOrCreatePerson(environment, step.by.name ?? step.by.role ?? "Somebody", step.by.role);
  const row = await environment.running.database.row(system.personById(id));
  if (row?.["active"] === false) return refuse("not signed in", problem("wrong-credentials", say("this-persons-access-has-ended")));
  return openSession(environment.running, id);
}

export async function importRows(environment: ExampleEnvironment, actor: Actor, step: StepOf<"import">): Promise<Outcome<unknown> | Missing> {
  const entity = entityNamed(environment, step.entity);
  const lines: { row: number; values: Record<string, unknown> }[] = [];
  for (const [i, row] of step.rows.entries()) {
    const values: Record<string, unknown> = {};
    for (const { field: name, value } of row) {
      const field = entity.fields.find((f) => f.name === name)!;
      values[field.key] =
        value.kind === "expression"
          ? await evaluate(environment, value.expression)
          : value.kind === "record"
            ? (value.record.name ?? "")
            : value.records.map((r) => r.name ?? "").join(", ");
    }
    lines.push({ row: i + 1, values });
  }
  return performImport(environment.running, { actor, entity: entity.name, options: {} }, lines);
}
