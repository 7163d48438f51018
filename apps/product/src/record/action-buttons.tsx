/**
 * The actions of a record as buttons: the next step of the work is filled, what ends the record early is quiet and comes
 * last, and what isn't possible now is folded away with its reason.
 */
import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ActionData, EntityData } from "@nonet/screens";
import { useActions, useChanges, type AvailableAction, type PossibleChange, type Row } from "../api/queries.ts";
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
  const changes = useChanges(entity.path, row.id);
  const run = useRunAction();
  const shown = (actions.data ?? []).flatMap((available): Shown[] => {
    const action = entity.actions.find((known) => known.name === available.name);
    return action && available.decision === undefined && (only === null || only.includes(action.name)) ? [{ available, action }] : [];
  });
  const possible = shown.filter(({ available }) => available.allowed);
  const states = ["state", ...entity.stateKeys].map((key) => row[key]);
  const next = possible.find(({ action }) => !action.stops && action.furtherFrom.some((state) => states.includes(state)));
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
      {ended ? null : (
        <Unavailable
          all={[
            ...shown.flatMap(({ available }) => (available.allowed ? [] : { name: named(available.name), state: available })),
            ...(changes.data ?? []).flatMap((state) => (state.allowed || !isOffered(entity, state) ? [] : { name: changeName(entity, state), state })),
          ]}
        />
      )}
    </>
  );
}

/** Whether all the record's machines are in a state that ends the work. */
function hasEnded({ stateKeys, tones }: EntityData, row: Row): boolean {
  const states = ["state", ...stateKeys].flatMap((key) => (typeof row[key] === "string" ? [row[key]] : []));
  return states.length > 0 && states.every((state) => ["done", "stopped"].includes(tones[state] ?? ""));
}

const isOffered = (entity: EntityData, { change }: PossibleChange): boolean => (change === "update" ? entity.mayUpdate : entity.mayDelete);
const changeName = (entity: EntityData, { change }: PossibleChange): string => (change === "update" ? t("edit") : entity.archives ? t("archive") : t("delete"));

/** What isn't possible now, with the reason of each; choosing one shows its line of the document. */
function Unavailable({ all }: { all: readonly { readonly name: string; readonly state: AvailableAction | PossibleChange }[] }) {
  const { product } = useProductContext();
  if (all.length === 0) return null;
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("not-possible-now")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(({ name, state }) => (
          <Menu.Item
            key={`${"change" in state} ${name}`}
            onClick={() => showReason(name, state)}
            aria-description={`${reasonOf(state)}${state.sentence ? ` ${state.sentence}` : ""}${state.line ? ` (${placeText(product.files, { ...state, line: state.line })})` : ""}`}
          >
            {name}
            <Text size="xs" c="dimmed" aria-hidden>
              {reasonOf(state)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
