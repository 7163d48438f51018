/** A state as a badge. Its color depends on the state's position in the state machine. */
import { useProductContext } from "../context/product-context.tsx";

export function StateBadge({ state }: { state: string }) {
  const { product } = useProductContext();
  const place = Math.max(0, ...product.entities.map((e) => e.states.indexOf(state)));
  return (
    <span className={`state state-${place % 6}`}>
      <bdi>{state}</bdi>
    </span>
  );
}
