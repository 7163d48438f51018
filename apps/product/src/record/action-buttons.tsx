/**
 * The actions of a record as buttons: the next step of the work is filled, what ends the record early is quiet and comes
 * last, and what isn't possible now is folded away with its reason.
 */
import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ActionData, EntityData } from "@nonet/screens";
import { useActions, useChanges, type AvailableAction, type PossibleChange, type Row } from "../api/queries.ts";
import { HeadingAction, useInMenu } from "../context/heading-actions.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { isEmpty } from "../format/value-text.ts";
import { reasonOf, UnavailableButton, UnavailableItem } from "../form/show-reason.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";
import { hasEnded } from "./has-ended.ts";

interface Refused {
  readonly name: string;
  readonly state: AvailableAction | PossibleChange;
}

interface Shown {
  readonly available: AvailableAction;
  readonly action: ActionData;
}

/** The actions that are possible now, the next step first, and those that aren't. */
export function useRecordActions(entity: EntityData, row: Row, only: readonly string[] | null) {
  const actions = useActions(entity.path, row.id);
  const votable = votableActions(entity, actions.data ?? []);
  const shown = (actions.data ?? []).flatMap((available): Shown[] => {
    const action = entity.actions.find((known) => known.name === available.name);
    return action && available.decision === undefined && !votable.has(action.name) && (only === null || only.includes(action.name)) ? [{ available, action }] : [];
  });
  const possible = shown.filter(({ available }) => available.allowed);
  const states = ["state", ...entity.stateKeys].map((key) => row[key]);
  const next = possible.find(({ action }) => !action.stops && action.furtherFrom.some((state) => states.includes(state)));
  const rest = possible.filter((one) => one !== next);
  const refused = shown.filter(({ available }) => !available.allowed);
  return {
    next,
    others: [...rest.filter(({ action }) => !action.stops), ...rest.filter(({ action }) => action.stops)],
    refused,
    missing: next ? undefined : refused.find(({ action }) => isNextOnceFilled(action, states, row)),
  };
}

/** The actions that run at the reader's no: the decision has a button for it already. */
const votableActions = (entity: EntityData, available: readonly AvailableAction[]): ReadonlySet<string> =>
  new Set(available.flatMap(({ name, decision }) => (decision?.turn && entity.actions.find((known) => known.name === name)?.decision?.refusedAs) || []));

/** Whether the action is the next step, and only fields that are empty stand in its way as far as its condition shows. */
export const isNextOnceFilled = ({ stops, furtherFrom, needs }: Pick<ActionData, "stops" | "furtherFrom" | "needs">, states: readonly unknown[], row: Row): boolean =>
  !stops && furtherFrom.some((state) => states.includes(state)) && needs.some((key) => isEmpty(row[key]));

/** The next step that waits for fields to be filled in, with its reason in words. */
export const MissingStep = ({ action, available }: Shown) => (
  <>
    <Text size="xs" c="dimmed" maw={170} lh={1.3} ta="end" aria-hidden>
      {reasonOf(available)}
    </Text>
    <UnavailableButton name={named(action.name)} state={available} />
  </>
);

interface ActionsProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly name: string;
}

export function ActionButtons({ entity, row, name, actions, next }: ActionsProps & { readonly actions: readonly Shown[]; readonly next?: boolean }) {
  const run = useRunAction();
  return actions.map(({ available, action }) => (
    <HeadingAction
      key={action.name}
      {...(next ? { kind: "next" as const } : action.stops ? { kind: "stops" as const } : {})}
      onClick={() => run({ entity, action, ids: [row.id], name, row, question: available.question ?? null })}
    >
      {named(action.name)}
    </HeadingAction>
  ));
}

const isOffered = (entity: EntityData, { change }: PossibleChange): boolean => (change === "update" ? entity.mayUpdate : entity.mayDelete);
const changeName = (entity: EntityData, { change }: PossibleChange): string => (change === "update" ? t("edit") : entity.archives ? t("archive") : t("delete"));

/** What isn't possible now, with the reason of each. With nothing left to do, the reasons would all say that the work has ended. */
export function UnavailableActions({ entity, row, refused, ended }: Omit<ActionsProps, "name"> & { readonly refused: readonly Shown[]; readonly ended: boolean }) {
  const { product } = useProductContext();
  const inMenu = useInMenu();
  const changes = useChanges(entity.path, row.id);
  const all: readonly Refused[] = [
    ...refused.map(({ available }) => ({ name: named(available.name), state: available })),
    ...(changes.data ?? []).flatMap((state) => (state.allowed || !isOffered(entity, state) ? [] : [{ name: changeName(entity, state), state }])),
  ];
  if (all.length === 0 || (ended && hasEnded(entity, row))) return null;
  const items = all.map(({ name, state }) => (
    <UnavailableItem key={`${"change" in state} ${name}`} name={name} state={state} place={state.line ? ` (${placeText(product.files, { ...state, line: state.line })})` : ""} />
  ));
  if (inMenu)
    return (
      <>
        <Menu.Label>{t("not-possible-now")}</Menu.Label>
        {items}
      </>
    );
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("not-possible-now")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}
