/**
 * Secret fields in HTTP calls. A message holds a placeholder for each secret, and the value is filled in at the moment of
 * sending: neither the waiting message, nor the list of failed calls, nor a log ever has it.
 */
import { secretQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { Answer } from "../contract/calls.ts";
import type { HttpMessage } from "./send-http.ts";

const placeholder = /\u{E000}([^\u{E000}\u{E001}]*)\/([^\u{E000}\u{E001}]*)\/([0-9a-f-]{36})\u{E001}/gu;
const encoded = /%EE%80%80((?:(?!%EE%80%8[01]).)*?)%2F((?:(?!%EE%80%8[01]).)*?)%2F([0-9a-f-]{36})%EE%80%81/gi;
const shown = "•••";

/** The message with the secrets' values, and the values, to be removed from the answer. */
export async function withSecretValues(running: Running, message: HttpMessage): Promise<{ readonly message: HttpMessage; readonly values: readonly string[] }> {
  const found = new Map<string, string>();
  for (const [whole, entityName, fieldName, id] of matchesIn(JSON.stringify(message))) {
    const entity = entityOf(running.product, entityName);
    const field = entity?.fields.find((one) => one.name === fieldName && one.secret);
    const row = entity && field ? await running.database.row(secretQuery(entity, field, id)) : undefined;
    found.set(whole, String(row?.["value"] ?? ""));
  }
  if (found.size === 0) return { message, values: [] };
  const valueOf = (entity: string, field: string, id: string): string => found.get(keyOf(entity, field, id)) ?? "";
  const filled = mapTexts(message, (text) =>
    text
      .replace(placeholder, (_, entity: string, field: string, id: string) => valueOf(entity, field, id))
      .replace(encoded, (_, entity: string, field: string, id: string) => encodeURIComponent(valueOf(decodeURIComponent(entity), decodeURIComponent(field), id))),
  );
  return { message: filled, values: [...new Set(found.values())].filter((value) => value !== "") };
}

/** The answer without secrets that the service sent back. */
export function withoutSecrets(answer: Answer, values: readonly string[]): Answer {
  if (values.length === 0) return answer;
  return mapTexts(answer, (text) => values.reduce((rest, value) => rest.replaceAll(value, shown), text));
}

/** A text of a message as people see it. */
export const hideSecrets = <T>(value: T): T => mapTexts(value, (text) => text.replace(placeholder, shown).replace(encoded, shown));

const keyOf = (entity: string, field: string, id: string): string => `${entity}/${field}/${id}`;

function matchesIn(text: string): readonly (readonly [key: string, entity: string, field: string, id: string])[] {
  const plain = [...text.matchAll(placeholder)].map(([, entity, field, id]) => [keyOf(entity!, field!, id!), entity!, field!, id!] as const);
  const inAddress = [...text.matchAll(encoded)].map(([, entity, field, id]) => {
    const [e, f] = [decodeURIComponent(entity!), decodeURIComponent(field!)];
    return [keyOf(e, f, id!), e, f, id!] as const;
  });
  return [...plain, ...inAddress];
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one as unknown, change)])) as T;
}
