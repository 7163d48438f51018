/** A state as a badge. Its colour says what the state means for the work, unless the document gives it another. */
import type { EntityData } from "@nonet/screens";
import { named } from "../texts/names.ts";

export function StateBadge({ state, colours }: { state: string; colours: EntityData["colours"] | undefined }) {
  return (
    <span className={`state tint-${colours?.[state] ?? "blue"}`}>
      <bdi>{named(state)}</bdi>
    </span>
  );
}
