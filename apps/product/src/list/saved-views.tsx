/** Views: the filters, order, groups and columns of a list under a name, for oneself or for everybody who may open the screen. */
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconUsers, IconUsersMinus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { ColumnData } from "@nonet/screens";
import { removeView, saveView, shareView, useViews, type SavedView } from "../api/views.ts";
import { useProductContext } from "../context/product-context.tsx";
import { navigate, useQueryText } from "../navigation/location.ts";
import { notifyRefusal } from "../problem/problem-alert.tsx";
import { viewAddress, type ViewState, viewStateOf } from "./state/list-state.ts";
import { MenuCheckbox } from "./menu-checkbox.tsx";
import { t } from "../texts/texts.ts";

type View = SavedView<ViewState>;

export function SavedViews({ screen, filterable }: { screen: string; filterable: readonly ColumnData[] }) {
  const { me } = useProductContext();
  const current = viewAddress(viewStateOf(useQueryText(), filterable));
  const views = useViews<ViewState>(screen).data ?? [];
  const [opened, setOpened] = useState(false);
  const go = (text: string) => {
    setOpened(false);
    navigate(`${location.pathname}${text}`);
  };
  const currentView = current === "" ? undefined : views.find((v) => addressOf(v, filterable) === current);
  if (!me.signedIn && views.length === 0) return null;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={310} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {currentView ? <bdi>{currentView.name}</bdi> : t("views")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Button variant={current === "" ? "light" : "subtle"} justify="flex-start" size="xs" onClick={() => go("")}>
            {t("default-view")}
          </Button>
          {views.map((v) => (
            <ViewLine key={v.id} view={v} screen={screen} isCurrent={v === currentView} onOpen={() => go(addressOf(v, filterable))} />
          ))}
          {me.signedIn ? <SaveForm screen={screen} state={() => viewStateOf(location.search, filterable)} onSaved={() => setOpened(false)} /> : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** In the same order of parameters as the current address. */
const addressOf = (view: View, filterable: readonly ColumnData[]): string => viewAddress(viewStateOf(viewAddress(view.state), filterable));

const attempt = (title: string, work: Promise<void>): void => void work.catch((error: unknown) => notifyRefusal(title, error));

function ViewLine({ view, screen, isCurrent, onOpen }: { view: View; screen: string; isCurrent: boolean; onOpen(): void }) {
  const { me } = useProductContext();
  return (
    <Group gap={4} wrap="nowrap">
      <Button variant={isCurrent ? "light" : "subtle"} justify="flex-start" size="xs" flex={1} miw={0} disabled={!view.usable} onClick={onOpen}>
        <bdi>{view.name}</bdi>
      </Button>
      {view.usable ? null : (
        <Text size="xs" c="dimmed">
          {t("no-longer-fits")}
        </Text>
      )}
      {view.own ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={view.shared ? t("stop-sharing-view", { view: view.name }) : t("share-view", { view: view.name })}
          title={view.shared ? t("shared-select-to-stop-sharing") : t("share-with-everybody-who-may-open-this")}
          onClick={() => attempt(t("share-view-2"), shareView(screen, view.id, !view.shared))}
        >
          {view.shared ? <IconUsersMinus size={15} /> : <IconUsers size={15} />}
        </ActionIcon>
      ) : (
        <Text size="xs" c="dimmed">
          {t("shared")}
        </Text>
      )}
      {view.own || (me.owner && view.shared) ? (
        <ActionIcon variant="subtle" color="gray" aria-label={t("delete-view-view", { view: view.name })} onClick={() => attempt(t("delete-view"), removeView(screen, view.id))}>
          <IconX size={15} />
        </ActionIcon>
      ) : null}
    </Group>
  );
}

function SaveForm({ screen, state, onSaved }: { screen: string; state(): ViewState; onSaved(): void }) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    attempt(
      t("save-view"),
      saveView(screen, { name: name.trim(), shared, state: state() }).then(() => {
        setName("");
        onSaved();
      }),
    );
  };
  return (
    <form onSubmit={save}>
      <Stack gap={8}>
        <Group gap={6} align="flex-end" wrap="nowrap">
          <TextInput label={t("save-this-view-as")} size="xs" flex={1} value={name} dir="auto" maxLength={60} onChange={(e) => setName(e.currentTarget.value)} />
          <Button type="submit" size="xs">
            {t("save")}
          </Button>
        </Group>
        <MenuCheckbox label={t("share-with-everybody-who-may-open-this")} checked={shared} onChange={(e) => setShared(e.currentTarget.checked)} />
      </Stack>
    </form>
  );
}
