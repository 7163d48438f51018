/** The API description of the calls that the document offers, each with its own path, body and response. */
import { parameterOf, parametersOf, sourceLocation, type Call, type OfferedCall, type Product, type CallParameter } from "@nonet/model";
import { answerSchema } from "../schemas/answer-schema.ts";
import { refused } from "./operation.ts";
import { writeSchema, writeSchemaOrNull, type Schema } from "../schemas/field-schema.ts";
import { sourceExtensions } from "./source-extensions.ts";
import { problemType } from "../errors/problem.ts";

export const offeredTag = "Offered calls";

export interface OfferedPath {
  readonly path: string;
  readonly method: string;
  readonly described: unknown;
}

export function offeredPaths(product: Product): readonly OfferedPath[] {
  return product.calls.flatMap((call) =>
    call.does.kind === "offered"
      ? [{ path: call.does.path.replace(/:([^/]+)/g, "{$1}"), method: call.does.method.toLowerCase(), described: described(product, call, call.does) }]
      : [],
  );
}

function described(product: Product, call: Call, does: OfferedCall): unknown {
  const inQuery = does.method === "GET" || does.method === "DELETE";
  const takes = does.takes.filter((taken) => parameterOf(does.path, taken) === undefined);
  const parameters = [
    ...parametersOf(does.path).map((name) => {
      const taken = does.takes.find((one) => parameterOf(does.path, one) === name);
      return { name, in: "path", required: true, schema: taken ? writeSchema(product, taken.field) : { type: "string" } };
    }),
    ...(inQuery ? takes.map((t) => ({ name: t.field.key, in: "query", required: t.field.required === true, schema: takenSchema(product, t) })) : []),
    ...(mayWarn(product, does)
      ? [{ name: "confirm", in: "query", required: false, schema: { type: "string" }, description: "Codes of the warnings to confirm, separated by commas." }]
      : []),
  ];
  const body = inQuery || takes.length === 0 ? {} : { requestBody: { required: true, content: { "application/json": { schema: objectSchema(product, takes) } } } };
  const error = does.errors
    ? { description: "Error, in the format that this call defines.", content: { "application/json": { schema: answerSchema(does.errors) } } }
    : { description: "Error.", content: { [problemType]: { schema: { $ref: "#/components/schemas/Problem" } } } };
  const statuses = refusalsOf(product, does);
  return {
    operationId: `offered.${call.name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-")}`,
    summary: call.name,
    description: [`${does.method} ${does.path}: "${call.name}", available to ${does.for.join(", ") || "nobody yet"}.`, ...inWords(does)].join("\n\n"),
    tags: [offeredTag],
    ...sourceExtensions(sourceLocation(product, call.source)),
    security: securityOf(does),
    parameters,
    ...body,
    responses: {
      ...successes(product),
      [does.answers.status]: {
        description: "Success.",
        // A status that has no body has none, whatever the document writes after it.
        ...(does.answers.body && does.answers.status !== 204 ? { content: { "application/json": { schema: answerSchema(does.answers.body) } } } : {}),
      },
      ...Object.fromEntries(statuses.map((s) => [s, error])),
    },
  };
}

const inWords = ({ takes, answers, seesEverything }: OfferedCall): string[] => [
  takes.length === 0 ? "It takes no input." : `It takes ${takes.map(({ field }) => `"${field.name}"`).join(", ")}.`,
  ...(answers.body ? [`It answers ${answers.status} with a body.`] : [`It answers ${answers.status}.`]),
  ...(seesEverything ? ["The answer doesn't depend on what the caller may read."] : []),
];

/** Those that every call has, and those of the catalogue, which its statements can raise. */
function refusalsOf(product: Product, { answers, method }: OfferedCall): readonly number[] {
  const own = product.errors.map(({ status }) => status).filter((status) => status >= 400);
  const calls = product.calls.some(({ does }) => does.kind === "http") ? [502] : [];
  const all = new Set([...(method === "GET" ? refused.read : refused.write), 413, 422, 409, ...own, ...calls]);
  return [...all].filter((status) => status !== answers.status).sort((a, b) => a - b);
}

/** `stop with` a code of success answers with the code. */
function successes(product: Product): Readonly<Record<number, unknown>> {
  const codes = product.errors.filter(({ status }) => status >= 200 && status < 300);
  const schema = { type: "object", required: ["status", "code", "detail"], properties: { status: { type: "integer" }, code: { type: "string" }, detail: { type: "string" } } };
  return Object.fromEntries(codes.map(({ status }) => [status, { description: "A code of success: nothing was changed.", content: { "application/json": { schema } } }]));
}

/** A call with a parameter of its own named `confirm` doesn't get the built-in one. */
const mayWarn = (product: Product, does: OfferedCall): boolean =>
  does.then.length > 0 && product.rules.some((rule) => rule.warns) && !does.takes.some((taken) => taken.field.key === "confirm");

/** The security schemes of a call, by the names that `offeredSchemes` gives them. */
function securityOf(does: OfferedCall): readonly Readonly<Record<string, readonly string[]>>[] {
  const open = does.for.includes("anyone") ? [{}] : [];
  const names = does.signedInBy.map((way) => (way.kind === "header" ? schemeName(way.header) : "bearer"));
  return [...[...new Set(names)].map((name) => ({ [name]: [] })), { cookie: [] }, ...open];
}

const schemeName = (header: string): string => `key-${header.toLowerCase()}`;

export function offeredSchemes(product: Product): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    product.calls.flatMap(({ does }) =>
      does.kind !== "offered"
        ? []
        : does.signedInBy.flatMap((way) =>
            way.kind === "header"
              ? [
                  [
                    schemeName(way.header),
                    { type: "apiKey", in: "header", name: way.header, ...(way.prefix === "" ? {} : { description: `${way.prefix.trim()}, a space, and the key.` }) },
                  ] as const,
                ]
              : [],
          ),
    ),
  );
}

function objectSchema(product: Product, takes: readonly CallParameter[]): Schema {
  const required = takes.filter(isRequired).map((t) => t.field.key);
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties: Object.fromEntries(takes.map((t) => [t.field.key, takenSchema(product, t)])) };
}

/** An object that contains a required field is required itself. */
const isRequired = (taken: CallParameter): boolean =>
  taken.field.required === true || (taken.fields !== null && !taken.list && taken.fields.some((f) => f.field.required === true));

function takenSchema(product: Product, taken: CallParameter): Schema {
  if (taken.fields === null) return writeSchemaOrNull(product, taken.field);
  const object = objectSchema(product, taken.fields);
  return taken.list ? { type: "array", items: object } : object;
}
