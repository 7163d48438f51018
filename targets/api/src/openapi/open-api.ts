/** The API description in OpenAPI 3.1, built from the operations and the schemas. */
import { sourceLocation, type Product } from "@nonet/model";
import { entitySchemas } from "../schemas/entity-schemas.ts";
import type { Schema } from "../schemas/field-schema.ts";
import { atApiAddress } from "../requests/api-address.ts";
import { sourceExtensions } from "./source-extensions.ts";
import { offeredPaths, offeredSchemes, offeredTag } from "./offered-operations.ts";
import { operationsOf, type Operation } from "./operations.ts";
import { responsesOf } from "./responses.ts";
import { passwordSchemas } from "../schemas/password-schemas.ts";
import { sharedSchemas } from "../schemas/shared-schemas.ts";
import { usedSchemas } from "./used-schemas.ts";

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: Readonly<Record<string, unknown>> };
}

type Schemas = Readonly<Record<string, Schema>>;

export function openApi(product: Product): OpenApi {
  const operations = operationsOf(product);
  // The shared schemas come last, so that an entity called Problem doesn't replace them.
  const schemas = { ...Object.assign({}, ...product.entities.map((entity) => entitySchemas(product, entity))), ...sharedSchemas, ...passwordSchemas(product) } as Schemas;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) (paths[atApiAddress(product, operation.path)] ??= {})[operation.method] = described(product, operation, schemas);
  const offered = offeredPaths(product);
  for (const one of offered) (paths[one.path] ??= {})[one.method] = one.described;
  return {
    openapi: "3.1.0",
    info: {
      title: product.name,
      version: product.version.slice(0, 12) || "0",
      description: product.about.prose.join("\n\n") || `The API of ${product.name}.`,
      // Default 176.
      contact: { name: `The Owner of ${product.name}` },
      license: { name: `As agreed with the Owner of ${product.name}`, identifier: "LicenseRef-Owner" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { cookie: [] }, { link: [] }, {}],
    tags: [...new Set([...operations.map((o) => o.tag), ...(offered.length > 0 ? [offeredTag] : [])])].map((name) => ({ name, description: tagDescription(product, name) })),
    paths,
    components: {
      schemas: usedSchemas(paths, schemas),
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

function tagDescription(product: Product, tag: string): string {
  const entity = product.entities.find(({ name }) => name === tag);
  if (entity) return entity.prose || `The ${entity.plural}, and the actions on them.`;
  return tag === offeredTag
    ? "What the document offers in addition to the derived API."
    : "What every product has: sessions, accounts, people, files, events and the document itself.";
}

function described(product: Product, operation: Operation, schemas: Schemas): unknown {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    ...sourceExtensions(sourceLocation(product, operation.source)),
    parameters: operation.parameters.map((p) => ({
      name: p.name,
      in: p.in,
      required: p.required,
      description: p.text,
      ...(p.explode ? { style: "form", explode: true } : {}),
      schema: p.schema ?? { type: "string" },
    })),
    ...(operation.takes ? { requestBody: { required: mustHaveBody(operation.takes, schemas), content: bodyContent(operation.takes) } } : {}),
    responses: responsesOf(operation),
  };
}

/** An empty body is an object without properties. */
const mustHaveBody = (takes: NonNullable<Operation["takes"]>, schemas: Schemas): boolean =>
  !("schema" in takes) || (Array.isArray(schemas[takes.schema]?.["required"]) && (schemas[takes.schema]!["required"] as unknown[]).length > 0);

function bodyContent(takes: NonNullable<Operation["takes"]>): unknown {
  if ("schema" in takes) return { "application/json": { schema: { $ref: `#/components/schemas/${takes.schema}` } } };
  if (takes.media === "multipart/form-data") return { [takes.media]: { schema: { type: "object", properties: { file: { type: "string", format: "binary" } } } } };
  return { [takes.media]: { schema: { type: "string" } } };
}
