/** Whether the rehearsal bar is folded, in this browser, and how high it is. */
import { useLocalStorage } from "@mantine/hooks";

export const useFoldedBar = () => useLocalStorage({ key: "nonet-rehearsal-folded", defaultValue: false, getInitialValueInEffect: false });

export function useBarHeight(rehearsal: boolean): number {
  const [folded] = useFoldedBar();
  return rehearsal && !folded ? 40 : 0;
}
