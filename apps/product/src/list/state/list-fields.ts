/** The fields that a list asks the server for. */
import type { EntityData, ListData } from "@nonet/screens";

const camelKey = (name: string): string => name.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());

/** What the rows need besides their columns: the currency, the address, the states, by which actions are offered, and the version that an edit changes. */
export function fieldsOf(list: ListData, entity: EntityData): string[] {
  return [
    ...new Set([
      ...list.columns.flatMap((c) => (c.currencyKey ? [c.key, c.currencyKey] : [c.key])),
      ...(entity.recordParameter !== "id" ? [camelKey(entity.recordParameter)] : []),
      ...(entity.mayUpdate ? ["version"] : []),
      ...(list.actions.length > 0 && entity.states.length > 0 ? ["state", ...entity.stateKeys] : []),
      "shownAs",
    ]),
  ];
}
