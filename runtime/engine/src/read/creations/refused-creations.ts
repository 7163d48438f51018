/** The records that refer to the record of a page and can't be created now, because a rule that reads nothing else of them refuses each. */
import { mayEver, ruleQuery } from "@nonet/database";
import { type Entity, type Rule, rulesOnReference, sourceLocation } from "@nonet/model";
import { personOf, readerOf } from "../../change/actor-reader.ts";
import { beginChange, type ChangeContext, variablesOf } from "../../change/change-context.ts";
import { previousFor } from "../../change/previous-records.ts";
import type { Running } from "../../connection/running-product.ts";
import type { Actor } from "../../contract/actor.ts";
import type { CreationState } from "../../contract/record-status.ts";
import { fieldValues } from "../../input/field-values.ts";
import { insertRecord } from "../../records/insert-record.ts";
import { catalogueError } from "../../refusals/catalogue-error.ts";
import { Stopped } from "../../refusals/stop.ts";

interface Candidate {
  readonly entity: Entity;
  /** The field that refers to the record of the page. */
  readonly by: string;
  readonly rules: readonly Rule[];
}

/** `page`: the entity of the record `id`. Without entities that refer to it in several ways. */
export async function refusedCreations(running: Running, actor: Actor, page: string, id: string): Promise<readonly CreationState[]> {
  const refused: CreationState[] = [];
  for (const candidate of candidatesOn(running, actor, page)) {
    const state = await refusal(running, actor, candidate, id);
    if (state !== null) refused.push(state);
  }
  return refused;
}

function candidatesOn({ product }: Running, actor: Actor, page: string): readonly Candidate[] {
  return product.entities.flatMap((entity): Candidate[] => {
    const [by, another] = entity.fields.filter(({ type }) => type.kind === "reference" && type.entity === page);
    if (!by || another || !mayEver(product, readerOf(actor), entity.name, "create")) return [];
    const rules = rulesOnReference(product.rules, entity.name, by.name);
    return rules.length > 0 ? [{ entity, by: by.name, rules }] : [];
  });
}

/** Checks the rules with the new record in place, and keeps none of it: a rule may count the records. */
async function refusal({ database, product }: Running, actor: Actor, { entity, by, rules }: Candidate, id: string): Promise<CreationState | null> {
  try {
    return await database.transaction(async (connection) => {
      const context = beginChange(connection, product, actor);
      const record = await insertRecord(context, entity, { values: fieldValues(entity, { [by]: id }), state: undefined });
      for (const rule of rules) if (await isViolated(context, rule, record.id)) return { commit: false, value: await stateFor(context, entity.name, rule, record.id) };
      return { commit: false, value: null };
    });
  } catch (error) {
    // What stops the creation without its other values says nothing about the rules.
    if (error instanceof Stopped) return null;
    throw error;
  }
}

async function isViolated(context: ChangeContext, rule: Rule, id: string): Promise<boolean> {
  const query = ruleQuery(context.product, rule, [id], { me: personOf(context.actor), askeds: {}, olds: previousFor(context, rule, [id]) });
  return (await context.connection.row(query)) !== undefined;
}

async function stateFor(context: ChangeContext, entity: string, rule: Rule, id: string): Promise<CreationState> {
  const { connection, product, reader } = context;
  const where = sourceLocation(product, rule.source);
  const { detail } = await catalogueError(connection, product, rule.code, { entity, id, variables: variablesOf(context, context.changed.get(id)), reader }, where);
  return { entity, action: null, allowed: false, why: detail, ...where };
}
