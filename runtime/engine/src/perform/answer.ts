/** Reads the answer to the actor: with the commit, or before a dry run is rolled back. */
import { type Query, recordQuery, system } from "@nonet/database";
import type { ChangeContext } from "../change/change-context.ts";
import type { Finished, Row } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Performed } from "./performed.ts";

/** Reads the record with the actor's visibility, as it is after the change. */
export type AnswerQuery = (id: string) => Query;

export function commitWithAnswer(context: ChangeContext, answer: AnswerQuery | undefined, performed: Performed): Finished<Outcome<Performed>> {
  if (!answer) return { commit: true, value: { ok: true, value: performed } };
  const query = answer(performed.id);
  const withAnswer = (rows: readonly Row[]): Outcome<Performed> => ({ ok: true, value: { ...performed, answer: rows } });
  // An actor who may read the whole record is answered with what the rules were checked on: the same query has just been sent.
  if (performed.after && isSame(query, recordQuery(context.product, { kind: "system" }, performed.entity, performed.id)))
    return { commit: true, value: withAnswer([{ record: performed.after }]) };
  return { commit: true, value: { ok: true, value: performed }, afterCommit: { query, added: withAnswer } };
}

/** A dry run checks the constraints that the commit would check, and discloses no more than the actor could read after it. */
export async function previewAnswer(context: ChangeContext, answer: AnswerQuery | undefined, performed: Performed): Promise<Outcome<Performed>> {
  await context.connection.rows(system.deferredNow);
  if (answer) await context.connection.rows(system.readingOnly);
  return { ok: true, value: { ...performed, answer: answer ? await context.connection.rows(answer(performed.id)) : [] } };
}

const isSame = (a: Query, b: Query): boolean => a.text === b.text && JSON.stringify(a.values) === JSON.stringify(b.values);
