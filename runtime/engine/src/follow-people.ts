/** What a change of people brings with it besides rules and events: sessions end, and decisions are noted to be looked at again (wake-decisions.ts). */
import { deciding, system } from "@nonet/database";
import { standsIn, type Standing } from "./standing-in.ts";
import type { Touched, Work } from "./work.ts";

/** What follows, in the same transaction, from a person's being shut out, coming back or having other roles. */
export async function followPeople(work: Work): Promise<void> {
  const others = [...work.touched.values()].filter((t) => t.entity === "User" && t.before !== null && isOther(t));
  for (const touched of others) {
    if (touched.after?.["active"] !== true) await work.connection.rows(system.endSessionsOf(touched.id));
    const stood: readonly Standing[] = [...(work.stoodIn.get(touched.id) ?? []), ...(await standsIn(work.connection, work.product, touched.id))];
    for (const entity of new Set(stood.map((s) => s.entity)))
      await work.connection.rows(
        deciding.waking.note(
          entity,
          stood.filter((s) => s.entity === entity).map((s) => s.id),
        ),
      );
  }
}

const isOther = (t: Touched): boolean => t.kind === "deleted" || ["active", "roles"].some((key) => JSON.stringify(t.before?.[key]) !== JSON.stringify(t.after?.[key]));
