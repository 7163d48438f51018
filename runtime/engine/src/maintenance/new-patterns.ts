/** Records with a text that a new pattern or format no longer allows, checked like input. */
import type { NewPattern } from "@nonet/database";
import type { Field } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { hasPattern } from "../input/field-constraints.ts";
import { parseValue } from "../input/parse-value.ts";

const batchSize = 1000;

/** Ids, sorted. */
export async function recordsViolatingPattern(connection: Connection, form: NewPattern): Promise<readonly string[]> {
  const violating: string[] = [];
  for (let behind: string | null = null, more = true; more;) {
    const rows = await connection.rows(form.values(behind, batchSize));
    violating.push(...rows.filter((r) => !isAllowed(form.field, r["value"])).map((r) => r["id"] as string));
    behind = (rows.at(-1)?.["id"] as string | undefined) ?? null;
    more = rows.length === batchSize;
  }
  return violating;
}

const isAllowed = (field: Field, value: unknown): boolean => value === "" || (!("error" in parseValue(field, value)) && hasPattern(field, value));
