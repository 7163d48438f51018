/** The numbers of plain sequences for one line of an import: a line that runs again uses its own again. */
import type { Connection } from "../connection/contract.ts";
import type { NumberSource, TakenNumber } from "../numbers/number-source.ts";
import { nameOf } from "../numbers/shared-counter.ts";

/** `connection`: that of the import. A run on values at hand has none to the database. */
export function numbersOfLine(all: NumberSource, connection: Connection): NumberSource {
  const taken = new Map<string, TakenNumber[]>();
  let used = new Map<string, number>();
  return {
    next: async (_, counter) => {
      const name = nameOf(counter);
      const mine = taken.get(name) ?? [];
      taken.set(name, mine);
      const at = used.get(name) ?? 0;
      used.set(name, at + 1);
      return (mine[at] ??= await all.next(connection, counter));
    },
    restart: () => void (used = new Map()),
    end: () => Promise.resolve(),
  };
}
