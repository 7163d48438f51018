/**
 * The actions of a record as buttons: the next step of the work is filled, what ends the record early is quiet and comes
 * last, and what isn't possible now is folded away with its reason.
 */
import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ActionData, EntityData } from "@nonet/screens";
import { useActions, type AvailableAction, type Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { reasonOf, showReason } from "../form/show-reason.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

interface Shown {
  readonly available: AvailableAction;
  readonly action: ActionData;
}

export function ActionButtons({ entity, row, name, only }: { entity: EntityData; row: Row; name: string; only: readonly string[] | null }) {
  const actions = useActions(entity.path, row.id);
  const run = useRunAction();
  const shown = (actions.data ?? []).flatMap((available): Shown[] => {
    const action = entity.actions.find((known) => known.name === available.name);
    return action && available.decision === undefined && (only === null || only.includes(action.name)) ? [{ available, action }] : [];
  });
  const possible = shown.filter(({ available }) => available.allowed);
  const states = ["state", ...entity.stateKeys].map((key) => row[key]);
  const next = possible.find(({ action }) => action.furtherFrom.some((state) => states.includes(state)));
  const rest = possible.filter((one) => one !== next);
  const ordered = [...(next ? [next] : []), ...rest.filter(({ action }) => !action.stops), ...rest.filter(({ action }) => action.stops)];
  // With nothing left to do, the reasons would all say that the work has ended.
  const ended = possible.length === 0 && hasEnded(entity, row);
  return (
    <>
      {ordered.map(({ available, action }) => (
        <Button
          key={action.name}
          variant={action === next?.action ? "filled" : action.stops ? "subtle" : "default"}
          {...(action.stops ? { color: "red" } : {})}
          onClick={() => run({ entity, action, ids: [row.id], name, row, question: available.question ?? null })}
        >
          {named(action.name)}
        </Button>
      ))}
      {ended ? null : <UnavailableActions shown={shown.filter(({ available }) => !available.allowed)} />}
    </>
  );
}

/** Whether all the record's machines are in a state that ends the work. */
function hasEnded({ stateKeys, tones }: EntityData, row: Row): boolean {
  const states = ["state", ...stateKeys].flatMap((key) => (typeof row[key] === "string" ? [row[key]] : []));
  return states.length > 0 && states.every((state) => ["done", "stopped"].includes(tones[state] ?? ""));
}

/** What isn't possible now, with the reason of each; choosing one shows its line of the document. */
function UnavailableActions({ shown }: { shown: readonly Shown[] }) {
  const { product } = useProductContext();
  if (shown.length === 0) return null;
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("not-possible-now")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ available }) => (
          <Menu.Item
            key={available.name}
            onClick={() => showReason(available.name, available)}
            aria-description={`${reasonOf(available)}${available.sentence ? ` ${available.sentence}` : ""}${available.line ? ` (${placeText(product.files, available)})` : ""}`}
          >
            {named(available.name)}
            <Text size="xs" c="dimmed" aria-hidden>
              {reasonOf(available)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
