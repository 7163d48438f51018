/** The list of keyboard shortcuts, and the switch for those of one key. */
import { Kbd, Modal, Switch, Table, Text } from "@mantine/core";
import { findRoute } from "@nonet/screens";
import { useState } from "react";
import { useProductContext } from "../context/product-context.tsx";
import { usePath } from "../navigation/location.ts";
import { useSingleKeysSetting } from "../navigation/single-keys.ts";
import { commandKey } from "./command-key.ts";
import { newButton, searchField } from "./places-of-keys.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type Shortcut = readonly [keys: readonly string[], what: string];

const everywhere = (): readonly Shortcut[] => [
  [[commandKey(), "K"], t("search-screens-records-and-actions")],
  [["?"], t("show-this-list")],
];

/** Only what the present screen has. */
const ofPresentScreen = (): readonly Shortcut[] => [
  ...(searchField() ? [[["/"], t("search-the-list")] as const] : []),
  ...(newButton() ? [[["N"], t("create-a-record")] as const] : []),
];

const shortcutsOf = (): Readonly<Record<string, readonly Shortcut[]>> => ({
  calendar: [
    [["T"], t("today")],
    [["J"], t("next")],
    [["K"], t("previous")],
    [["M"], t("month")],
    [["W"], t("week")],
    [["D"], t("day")],
    [["A"], t("agenda")],
    [["Shift", "← ↑ ↓ →"], t("move-the-selected-record-by-a-day")],
  ],
  timeline: [
    [["T"], t("today")],
    [["J"], t("later-2")],
    [["K"], t("earlier")],
    [["+"], t("zoom-in")],
    [["-"], t("zoom-out")],
  ],
});

export function ShortcutList({ onClose }: { onClose(): void }) {
  const { product } = useProductContext();
  const screen = findRoute(product.screens, usePath())?.screen;
  const [found] = useState(ofPresentScreen);
  const here = [...found, ...((screen && shortcutsOf()[screen.body.kind]) ?? [])];
  const [enabled, setEnabled] = useSingleKeysSetting();
  return (
    <Modal opened onClose={onClose} title={t("keyboard-shortcuts")}>
      <Keys shortcuts={everywhere()} label={t("on-every-screen")} />
      {here.length > 0 ? <Keys shortcuts={here} label={screen ? named(screen.name) : t("on-this-screen")} /> : null}
      <Switch mt="lg" label={t("single-key-shortcuts")} checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
    </Modal>
  );
}

function Keys({ shortcuts, label }: { shortcuts: readonly Shortcut[]; label: string }) {
  return (
    <>
      <Text size="sm" fw={650} mt="md" mb={4}>
        {label}
      </Text>
      <Table aria-label={label}>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td style={{ textAlign: "end", whiteSpace: "nowrap" }}>
                {keys.map((key) => (
                  <Kbd key={key} ms={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
