/** The shortcuts that every screen has; the command palette and the list of shortcuts are loaded when they are first opened. */
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { useSingleKeys } from "../navigation/single-keys.ts";
import { commandKey } from "./command-key.ts";
import { newButton, searchField } from "./places-of-keys.ts";
import { t } from "../texts/texts.ts";

/** Without a connection it isn't there. */
const absent: { readonly default: ComponentType<{ onClose(): void; onShortcuts(): void }> } = { default: () => null };
const CommandPalette = lazy((): Promise<typeof absent> => import("./command-palette.tsx").then((m) => ({ default: m.CommandPalette })).catch(() => absent));
const ShortcutList = lazy((): Promise<typeof absent> => import("./shortcut-list.tsx").then((m) => ({ default: m.ShortcutList })).catch(() => absent));

export function Shortcuts() {
  const [opened, setOpened] = useState<"palette" | "list" | null>(null);
  const close = () => setOpened(null);
  useHotkeys([["mod+K", () => setOpened("palette")]], []);
  useSingleKeys([
    ["/", (event) => take(event, searchField(), (field) => field.focus())],
    ["N", (event) => take(event, newButton(), (button) => button.click())],
    ["?", () => setOpened("list")],
    ["shift+?", () => setOpened("list")],
  ]);
  return (
    <>
      <UnstyledButton className="palette-button" visibleFrom="sm" onClick={() => setOpened("palette")} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <span>{t("search-2")}</span>
        <kbd>{commandKey()} K</kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label={t("search-2")} onClick={() => setOpened("palette")}>
        <IconSearch size={19} />
      </ActionIcon>
      <Suspense>
        {opened === "palette" ? <CommandPalette onClose={close} onShortcuts={() => setOpened("list")} /> : null}
        {opened === "list" ? <ShortcutList onClose={close} onShortcuts={close} /> : null}
      </Suspense>
    </>
  );
}

function take<T>(event: KeyboardEvent, found: T | null, act: (found: T) => void): void {
  if (found === null) return;
  event.preventDefault();
  act(found);
}
