import { decisionStatements } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import { automaticName } from "./automatic-transitions.ts";
import type { Automatic } from "./run-automatic.ts";

export async function noteStuck(
  work: { readonly connection: Connection; readonly product: Product },
  { machine, transition }: Automatic,
  id: string,
  errors: readonly FieldError[],
): Promise<void> {
  const reason = errors.map((e) => ({ code: e.code, rule: e.rule, line: e.line, file: e.file }));
  await work.connection.rows(
    decisionStatements.blocked.note({ entity: machine.entity, record: id, machine: machine.field, row: transition.row, source: automaticName(work, transition), reason }),
  );
}

/**
 * A stopped transition is noted by its row, and rows move from version to version: what none of them is any more is
 * forgotten. What is still due is tried again by whoever runs the new version, and noted anew.
 */
export async function forgetStuck(connection: Pick<Connection, "rows">, product: Product): Promise<void> {
  const rows = product.machines.flatMap(({ entity, field, transitions }) => {
    const was = entityOf(product, entity)?.was ?? null;
    return transitions.map((t) => ({ entities: was === null ? [entity] : [entity, was], machine: field, row: t.row, source: automaticName({ product }, t) }));
  });
  await connection.rows(decisionStatements.blocked.only(rows));
}
