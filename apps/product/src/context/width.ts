/** The width of an element; until it is measured, that of the painted one in whose place it is drawn. */
import { useElementSize } from "@mantine/hooks";
import { useState } from "react";

/** In px; 0 where neither is known yet. `painted`: a selector. */
export function useWidth(painted?: string): { readonly ref: React.RefCallback<HTMLDivElement | null>; readonly width: number } {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [expected] = useState(() => (painted === undefined ? 0 : (document.querySelector(`#first-paint ${painted}`)?.clientWidth ?? 0)));
  return { ref, width: width || expected };
}
