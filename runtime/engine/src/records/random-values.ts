/** Values that the product makes when a record is created: random texts, secret keys, secret links. */
import { createHash, randomInt } from "node:crypto";
import { holderQuery } from "@nonet/database";
import type { Entity, Field } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

/** Without letters and digits that look alike, because people read random texts to each other. */
const readableAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const denseAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const maxTries = 50;
const randomText = (alphabet: string, length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

export const keyHash = (key: string): string => createHash("sha256").update(key).digest("hex");
export const linkPrefix = "/link/";

export interface RandomValues {
  /** By field name: of a secret key only its hash. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** The secret keys in plain text by JSON key, to be shown to the actor once. */
  readonly plain: Readonly<Record<string, string>>;
}

export async function randomValues(context: ChangeContext, entity: Entity): Promise<RandomValues> {
  const stored: Record<string, unknown> = {};
  const plain: Record<string, string> = {};
  for (const field of entity.fields) {
    if (field.type.kind === "random text") stored[field.name] = await unusedText(context, entity, field, field.type.length);
    if (field.type.kind === "secret link") stored[field.name] = linkPrefix + randomText(denseAlphabet, 32);
    if (field.type.kind === "secret key") {
      const key = randomText(denseAlphabet, 40);
      stored[field.name] = keyHash(key);
      plain[field.key] = key;
    }
  }
  return { stored, plain };
}

/** A short text may be in use; after many tries nearly all of them are. */
async function unusedText(context: ChangeContext, entity: Entity, field: Field, length: number): Promise<string> {
  for (let tries = 0; tries < maxTries; tries++) {
    const text = randomText(readableAlphabet, length);
    if (!(await context.connection.row(holderQuery(entity, field, text)))) return text;
  }
  const detail = say("nearly-all-values-of-field-with-length", { field: field.name, length });
  return stopChange(context, refuse("unavailable", problem("used-up", detail, { field: field.key })));
}
