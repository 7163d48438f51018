/** Says that an action is done, and offers to undo it where the document has an action back to the state before that asks nothing. */
import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ActionData, EntityData } from "@nonet/screens";
import { actionsOf, refreshRecords, type Row } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { notifyRefusal } from "../problem/problem-alert.tsx";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

export interface DoneAction {
  readonly entity: EntityData;
  readonly action: ActionData;
  readonly id: string;
  readonly name: string;
  /** The record before the action, if the page has it. */
  readonly before: Row | undefined;
}

export async function notifyDone(done: DoneAction, message: string): Promise<void> {
  const back = await wayBack(done).catch(() => null);
  if (!back) return void notifications.show({ message, color: "product" });
  const id = `done-${done.id}`;
  const undo = () => {
    notifications.hide(id);
    request(`/api/${done.entity.path}/${done.id}/${back.path}`, { method: "POST", body: {} })
      .then(() => notifications.show({ message: t("action-undone", { action: named(done.action.name) }), color: "product" }))
      .catch((error: unknown) => notifyRefusal(`${named(back.name)}: ${done.name}`, error))
      .finally(() => void refreshRecords());
  };
  notifications.show({
    id,
    color: "product",
    autoClose: 10_000,
    message: (
      <>
        {message}{" "}
        <Anchor component="button" size="sm" onClick={undo}>
          {t("undo")}
        </Anchor>
      </>
    ),
  });
}

/** An action that leads back, and that this person may run on this record now. */
async function wayBack({ entity, action, id, before }: DoneAction): Promise<ActionData | null> {
  const states = ["state", ...entity.stateKeys].map((key) => before?.[key]);
  const isBack = (one: ActionData): boolean =>
    one.to !== null &&
    states.includes(one.to) &&
    action.to !== null &&
    one.from.includes(action.to) &&
    one.asks.length === 0 &&
    one.question === null &&
    one.ends === undefined &&
    one.decision === null;
  const candidates = entity.actions.filter((one) => one.name !== action.name && isBack(one));
  if (candidates.length === 0) return null;
  const available = await actionsOf(entity.path, id);
  return candidates.find((one) => available.some((now) => now.name === one.name && now.allowed && now.to === one.to)) ?? null;
}
