/**
 * Why a number, chart, report or list has no value for a reader: they may read none of the records of which it is made.
 * A 0 would look like a fact (default 79).
 */
import { mayEver, unreadableQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import { midSentence, say } from "@nonet/texts";

/** The reason for the reader; null if they may read some of the records, or if the condition asks only for records of their own. */
export async function whyUnreadable(running: Running, actor: Actor, entities: readonly string[], condition: Expression | null): Promise<string | null> {
  const { product } = running;
  const reader = readerOf(actor);
  const never = entities.find((entity) => !mayEver(product, reader, entity, "read"));
  if (never !== undefined) return reasonFor(running, never);
  if (condition !== null && mentionsReader(condition)) return null;
  const query = unreadableQuery(product, reader, entities);
  const row = query && (await running.database.row(query));
  return row ? reasonFor(running, row["entity"] as string) : null;
}

const reasonFor = ({ product }: Running, entity: string): string => say("you-dont-have-access-to-plural", { plural: midSentence(entityOf(product, entity)?.plural ?? entity) });

/** A condition about the reader selects records of their own: none of them is a fact. */
function mentionsReader(expression: Expression): boolean {
  const visit = (value: unknown): boolean => {
    if (value === null || typeof value !== "object") return false;
    const node = value as { readonly kind?: string; readonly name?: string };
    return (node.kind === "variable" && node.name === "me") || Object.entries(value).some(([key, inner]) => key !== "type" && key !== "span" && visit(inner));
  };
  return visit(expression);
}
