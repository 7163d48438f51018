/** The API description in OpenAPI 3.1, built from the operations and the schemas. */
import { sourceLocation, type Product } from "@nonet/model";
import { entitySchemas } from "../schemas/entity-schemas.ts";
import type { Schema } from "../schemas/field-schema.ts";
import { sourceExtensions } from "./source-extensions.ts";
import { offeredPaths, offeredSchemes } from "./offered-operations.ts";
import { operationsOf, type Operation } from "./operations.ts";
import { problemType } from "../errors/problem.ts";
import { sharedSchemas } from "../schemas/shared-schemas.ts";

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: Readonly<Record<string, unknown>> };
}

export function openApi(product: Product): OpenApi {
  const operations = operationsOf(product);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = described(product, operation);
  for (const offered of offeredPaths(product)) (paths[offered.path] ??= {})[offered.method] = offered.described;
  const schemas: Record<string, Schema> = {};
  for (const entity of product.entities) Object.assign(schemas, entitySchemas(product, entity));
  return {
    openapi: "3.1.0",
    info: { title: product.name, version: product.version.slice(0, 12) || "0", description: product.about.prose.join("\n\n") },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { cookie: [] }, { link: [] }, {}],
    tags: [...new Set(operations.map((o) => o.tag))].map((name) => {
      const prose = product.entities.find((e) => e.name === name)?.prose;
      return prose ? { name, description: prose } : { name };
    }),
    paths,
    // The shared schemas come last, so that an entity called Problem doesn't replace them.
    components: {
      schemas: { ...schemas, ...sharedSchemas },
      securitySchemes: {
        ...offeredSchemes(product),
        bearer: { type: "http", scheme: "bearer" },
        link: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`Link TOKEN`, where TOKEN is the part of a secret link after `/link/`. Acts as the bearer of that link's record.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "nonet_session",
          description: "If the port isn't 80 or 443, the name ends in an underscore and the port. Over HTTPS it begins with `__Host-`.",
        },
      },
    },
  };
}

function described(product: Product, operation: Operation): unknown {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...sourceExtensions(sourceLocation(product, operation.source)),
    parameters: operation.parameters
      .filter((p) => !p.name.startsWith("{"))
      .map((p) => ({ name: p.name, in: p.in, required: p.required, description: p.text, schema: p.schema ?? { type: "string" } })),
    ...(operation.takes ? { requestBody: { required: true, content: bodyContent(operation.takes) } } : {}),
    responses: { [operation.answers.status]: answer(operation), ...checked(operation), ...refusals(operation) },
  };
}

function bodyContent(takes: NonNullable<Operation["takes"]>): unknown {
  if ("schema" in takes) return { "application/json": { schema: { $ref: `#/components/schemas/${takes.schema}` } } };
  if (takes.media === "multipart/form-data") return { [takes.media]: { schema: { type: "object", properties: { file: { type: "string", format: "binary" } } } } };
  return { [takes.media]: { schema: { type: "string" } } };
}

function answer(operation: Operation): unknown {
  const { schema, media, status } = operation.answers;
  const headers =
    schema && ["create", "read", "change"].includes(operation.id.split(".")[1] ?? "")
      ? { headers: { ETag: { schema: { type: "string" } }, ...(status === 201 ? { Location: { schema: { type: "string" } } } : {}) } }
      : {};
  if (media)
    return {
      description: "The content of the file.",
      content: Object.fromEntries(media.map((one) => [one, { schema: one === "application/json" ? { type: "array", items: { type: "object" } } : { type: "string" } }])),
    };
  return schema ? { description: "Success.", ...headers, content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } } : { description: "Success." };
}

/** A dry run creates nothing, so it isn't answered with 201. */
const checked = (operation: Operation): Record<string, unknown> =>
  operation.answers.status === 201 && operation.parameters.some(({ name }) => name === "dryRun")
    ? { 200: { ...(answer({ ...operation, id: "" }) as object), description: "With `dryRun`: the record as it would be." } }
    : {};

const refusals = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries(operation.refusals.map((status) => [status, { description: "Error.", content: { [problemType]: { schema: { $ref: "#/components/schemas/Problem" } } } }]));
