/** The generated part of a client for the calls that the document offers. */
import type { Product } from "@nonet/model";
import type { OpenApi } from "../openapi/open-api.ts";
import { schemaName, type Schema } from "../schemas/field-schema.ts";
import { typeDeclaration } from "./component-types.ts";
import { commentText, type NameOf, propertyName } from "./type-text.ts";

interface Described {
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

export function offeredClients(product: Product, { paths }: OpenApi, nameOf: NameOf): { readonly types: readonly string[]; readonly calls: readonly string[] } {
  const types: string[] = [];
  const calls: string[] = [];
  for (const { name, does } of product.calls) {
    if (does.kind !== "offered") continue;
    const path = does.path.replace(/:([^/]+)/g, "{$1}");
    const described = paths[path]![does.method.toLowerCase()] as Described;
    const component = schemaName(name);
    const input = inputSchema(described);
    const answer = described.responses[String(does.answers.status)]?.content?.["application/json"]?.schema;
    const inputName = nameOf(`${component}Input`);
    const answerName = nameOf(`${component}Answer`);
    if (input) types.push(typeDeclaration(inputName, input, nameOf));
    if (answer) types.push(typeDeclaration(answerName, answer, nameOf));
    const isOptional = input !== null && (input["required"] as readonly string[]).length === 0;
    const parameter = input === null ? "" : `input: ${inputName}${isOptional ? " = {}" : ""}, `;
    const request = `{ method: ${JSON.stringify(does.method)}, path: ${JSON.stringify(path)}, input: ${input === null ? "{}" : "{ ...input }"} }`;
    calls.push(
      `  ${commentText(described.summary)} ${propertyName(keyOf(name))}: (${parameter}options?: WriteOptions) => callOffered<${answer ? answerName : "null"}>(${product.about.apiAddress === undefined ? "at" : "offered"}, ${request}, options),`,
    );
  }
  return { types, calls: calls.length === 0 ? [] : ["/** What the document offers in addition. */", "calls: {", ...calls, "},"] };
}

/** `Free tools` → `freeTools`. */
function keyOf(name: string): string {
  const component = schemaName(name);
  return component[0]!.toLowerCase() + component.slice(1);
}

/** Path, query and body as one object; null if the call takes nothing. */
function inputSchema({ parameters, requestBody }: Described): Schema | null {
  const body = (requestBody?.content["application/json"]?.schema ?? {}) as { readonly properties?: Readonly<Record<string, Schema>>; readonly required?: readonly string[] };
  const own = parameters.filter(({ name }) => name !== "confirm");
  const properties = { ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])), ...body.properties };
  if (Object.keys(properties).length === 0) return null;
  return { type: "object", properties, required: [...own.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])] };
}
