/**
 * The record that a text in quotation marks mentions without being its whole name: a value of one of its texts that no
 * other record has, or words of the name it is shown by. `"S1"` is the Instrument shown as `Caliper Mitutoyo S1`.
 */
import { valuesQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import type { Entity } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ExampleEnvironment } from "./example-environment.ts";

/** The ids of the records that are mentioned; people are called only by their whole names. */
export async function mentioned(environment: ExampleEnvironment, entity: Entity, records: readonly Row[], name: string): Promise<readonly string[]> {
  if (entity.name === "User") return [];
  const words = ` ${wordsOf(name)} `;
  const found: string[] = [];
  for (const record of records) {
    const id = record["id"] as string;
    if (` ${wordsOf(await shownAs(environment, entity, id))} `.includes(words)) found.push(id);
  }
  return found;
}

const wordsOf = (text: string): string =>
  fold(text)
    .split(/[\s,;:()]+/)
    .filter((word) => word !== "")
    .join(" ");

/** The text that stands for the record. */
export async function shownAs({ product, running }: ExampleEnvironment, entity: Entity, id: string): Promise<string> {
  const row = await running.database.row(valuesQuery(product, entity.name, id, [{ name: "shown", expression: entity.shownAs }]));
  return String((row?.["values"] as Record<string, unknown> | undefined)?.["shown"] ?? "");
}
