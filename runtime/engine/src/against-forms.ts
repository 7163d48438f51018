/** Which records hold a text that its new form no longer allows: judged as what a person sends is. */
import type { NewForm } from "@nonet/database";
import type { Field } from "@nonet/model";
import { hasPattern } from "./field-checks.ts";
import type { Connection } from "./connection.ts";
import { readValue } from "./read-values.ts";

const atOnce = 1000;

/** Ids, in order. */
export async function recordsAgainst(connection: Connection, form: NewForm): Promise<readonly string[]> {
  const against: string[] = [];
  for (let behind: string | null = null, more = true; more;) {
    const rows = await connection.rows(form.values(behind, atOnce));
    against.push(...rows.filter((r) => !isAllowed(form.field, r["value"])).map((r) => r["id"] as string));
    behind = (rows.at(-1)?.["id"] as string | undefined) ?? null;
    more = rows.length === atOnce;
  }
  return against;
}

const isAllowed = (field: Field, value: unknown): boolean => value === "" || (!("wrong" in readValue(field, value)) && hasPattern(field, value));
