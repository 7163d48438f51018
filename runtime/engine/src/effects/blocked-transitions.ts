/** Notes automatic transitions that a rule blocks, so that they can be listed and re-evaluated. */
import { decisionStatements } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import { type Automatic, automaticName } from "./automatic-transitions.ts";

export async function noteBlocked(
  context: { readonly connection: Connection; readonly product: Product },
  { machine, transition }: Automatic,
  id: string,
  errors: readonly FieldError[],
): Promise<void> {
  const reason = errors.map((e) => ({ code: e.code, rule: e.rule, line: e.line, file: e.file }));
  const source = automaticName(context, transition);
  await context.connection.rows(decisionStatements.blocked.note({ entity: machine.entity, record: id, machine: machine.field, row: transition.row, source, reason }));
}

/**
 * A blocked transition is noted by its row, and rows move from version to version: notes that fit no row of the new version
 * are deleted. What is still due is tried again under the new version, and noted again.
 */
export async function pruneBlocked(connection: Pick<Connection, "rows">, product: Product): Promise<void> {
  const rows = product.machines.flatMap(({ entity, field, transitions }) => {
    const was = entityOf(product, entity)?.was ?? null;
    return transitions.map((t) => ({ entities: was === null ? [entity] : [entity, was], machine: field, row: t.row, source: automaticName({ product }, t) }));
  });
  await connection.rows(decisionStatements.blocked.only(rows));
}
