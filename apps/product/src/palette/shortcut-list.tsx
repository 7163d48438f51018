/** The list of keyboard shortcuts, and the switch for those of one key. */
import { Kbd, Modal, Switch, Table, Text } from "@mantine/core";
import { findRoute } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { usePath } from "../navigation/location.ts";
import { useSingleKeysSetting } from "../navigation/single-keys.ts";
import { commandKey } from "./command-key.ts";

type Shortcut = readonly [keys: readonly string[], what: string];

const everywhere = (): readonly Shortcut[] => [
  [[commandKey(), "K"], "Search screens, records and actions"],
  [["?"], "Show this list"],
  [["/"], "Search the list"],
  [["N"], "Create a record"],
];

const ofScreen: Readonly<Record<string, readonly Shortcut[]>> = {
  calendar: [
    [["T"], "Today"],
    [["J"], "Next"],
    [["K"], "Previous"],
    [["M"], "Month"],
    [["W"], "Week"],
    [["D"], "Day"],
    [["A"], "Agenda"],
    [["Shift", "← ↑ ↓ →"], "Move the selected record by a day or a week"],
  ],
  timeline: [
    [["T"], "Today"],
    [["J"], "Later"],
    [["K"], "Earlier"],
    [["+"], "Zoom in"],
    [["-"], "Zoom out"],
  ],
};

export function ShortcutList({ onClose }: { onClose(): void }) {
  const { product } = useProductContext();
  const screen = findRoute(product.screens, usePath())?.screen;
  const [enabled, setEnabled] = useSingleKeysSetting();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Keys shortcuts={everywhere()} label="On every screen" />
      {screen && ofScreen[screen.body.kind] ? <Keys shortcuts={ofScreen[screen.body.kind]!} label={screen.name} /> : null}
      <Switch mt="lg" label="Single-key shortcuts" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
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
