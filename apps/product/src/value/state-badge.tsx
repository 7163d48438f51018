/** A state as a quiet badge whose tone comes from its place in the machine. */
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
