/** Shows why an action isn't possible now, with its line of the document. */
import { Button, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import type { AvailableAction, CreationState, PossibleChange } from "../api/queries.ts";
import { useInMenu } from "../context/heading-actions.tsx";
import { ErrorText } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

type Unavailable = AvailableAction | CreationState | PossibleChange;

export const reasonOf = (action: Unavailable): string => action.why ?? t("not-available-right-now");

export const showReason = (name: string, action: Unavailable): void =>
  void notifications.show({
    color: "gray",
    title: name,
    message: <ErrorText error={{ ...action, line: action.line ?? null, detail: reasonOf(action), rule: name }} asked />,
    autoClose: 12_000,
  });

interface UnavailableButtonProps {
  readonly name: string;
  readonly state: Unavailable;
  readonly label?: string;
  readonly icon?: ReactNode;
  readonly small?: boolean;
  /** Whether the shortcut for a new record presses it. */
  readonly isNew?: boolean;
}

/** What isn't possible now, in a menu; choosing it shows its line of the document. `place`: that line in words. */
export const UnavailableItem = ({ name, state, place = "" }: { name: string; state: Unavailable; place?: string }) => (
  <Menu.Item onClick={() => showReason(name, state)} aria-description={`${reasonOf(state)}${state.sentence ? ` ${state.sentence}` : ""}${place}`}>
    <Text span inherit c="dimmed">
      {name}
    </Text>
    <Text size="xs" c="dimmed" aria-hidden>
      {reasonOf(state)}
    </Text>
  </Menu.Item>
);

/** Stays reachable by keyboard, so that the reason can be read. */
export function UnavailableButton({ name, state, label, icon, small = false, isNew = false }: UnavailableButtonProps) {
  const inMenu = useInMenu();
  if (inMenu) return <UnavailableItem name={label ?? name} state={state} />;
  const why = `${reasonOf(state)}${state.sentence ? ` ${state.sentence}` : ""}`;
  return (
    <Button
      variant="default"
      {...(small ? { size: "xs" } : {})}
      data-disabled
      aria-disabled
      aria-description={why}
      title={why}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(isNew ? { "data-new": true } : {})}
      {...(icon === undefined ? {} : { leftSection: icon })}
      onClick={() => showReason(label ?? name, state)}
    >
      {name}
    </Button>
  );
}
