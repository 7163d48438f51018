/** Fills in the secret fields of an HTTP call, at the moment of sending and only in what is sent. */
import { valuesQuery } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { SecretFields } from "../effects/secret-placeholders.ts";
import { mapTexts } from "./absolute-links.ts";
import type { HttpMessage } from "./send-http.ts";

interface About {
  readonly entity: string | null;
  readonly record: string | null;
}

/** Null where the record is gone, or a value is missing. */
export async function withSecretFields(
  { database, product }: Running,
  message: HttpMessage & { readonly secretFields?: SecretFields },
  { entity, record }: About,
): Promise<HttpMessage | null> {
  const { secretFields, ...rest } = message;
  if (!secretFields) return rest;
  const names = Object.keys(secretFields);
  const asked = names.map((name) => ({ name, expression: secretFields[name]! }));
  const values = ((await database.row(valuesQuery(product, entity, record, asked)))?.["values"] ?? null) as Record<string, unknown> | null;
  if (values === null || names.some((name) => (values[name] ?? null) === null)) return null;
  const inText = (text: string): string => names.reduce((filled, name) => filled.replaceAll(name, () => String(values[name])), text);
  const filled = (text: string): unknown => (names.includes(text) ? values[text] : inText(text));
  const headers = Object.fromEntries(Object.entries(rest.headers).map(([name, text]) => [name, inText(text)]));
  const before = rest.beforeSecrets ? { beforeSecrets: Object.fromEntries(Object.entries(rest.beforeSecrets).map(([name, text]) => [name, inText(text)])) } : {};
  return { ...rest, headers, ...before, body: mapTexts(rest.body, filled) };
}
