/** Shortcuts of one key. A person can turn them off, because speech input and slips of the hand type single letters too. */
import { useHotkeys, useLocalStorage, type HotkeyItem } from "@mantine/hooks";

export const useSingleKeysSetting = () => useLocalStorage({ key: "nonet-single-keys", defaultValue: true, getInitialValueInEffect: false });

/** They don't work while a field has the focus or a dialog is open. */
export function useSingleKeys(keys: readonly HotkeyItem[]): void {
  const [enabled] = useSingleKeysSetting();
  useHotkeys(enabled ? keys.map(([key, act]): HotkeyItem => [key, (event) => (document.querySelector("[role=dialog]") ? undefined : act(event))]) : []);
}
