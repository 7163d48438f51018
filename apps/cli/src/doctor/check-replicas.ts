/** Replicas: whether each answers, and is a standby of this database. Without them, the product reads from the primary. */
import type { DatabaseFacts, Outcome } from "@nonet/engine";
import { type Finding, named, ok, warning } from "./finding.ts";

/** `id`: the primary database's; null where it has no product yet. */
export function checkReplicas(replicas: readonly Outcome<DatabaseFacts>[], id: string | null): readonly Finding[] {
  return replicas.flatMap((facts, i) => named(replicas.length === 1 ? "replica" : `replica ${i + 1}`, judge(facts, id)));
}

function judge(facts: Outcome<DatabaseFacts>, id: string | null): ReturnType<typeof ok> {
  if (!facts.ok)
    return warning(
      facts.refusal.errors
        .map(({ detail }) => detail)
        .join(" ")
        .replace("--database", "--replica"),
      "Until it answers, the primary database answers its reads.",
    );
  const { isReplica, stored } = facts.value;
  if (!isReplica) return warning("This server isn't a replica: it accepts changes of its own. It isn't used.", "Use the address of a standby, or leave it out.");
  if (id !== null && stored?.id !== id)
    return warning("This is a replica of another database. It isn't used.", "Use the address of a standby of the database that --database names.");
  return ok("It is a standby of this database.");
}
