/** A state as a badge. Its colour says what the state means for the work. */
import type { EntityData } from "@nonet/screens";

export function StateBadge({ state, tones }: { state: string; tones: EntityData["tones"] | undefined }) {
  return (
    <span className={`state state-${tones?.[state] ?? "active"}`}>
      <bdi>{state}</bdi>
    </span>
  );
}
