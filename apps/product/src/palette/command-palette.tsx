/** The command palette: one field that finds screens, records and actions. */
import "@mantine/spotlight/styles.css";
import { Loader, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconArrowRight, IconBolt, IconFile, IconKeyboard, IconMoon, IconPlus, IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { EntityData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { CreateDialog } from "../form/create-form.tsx";
import { ScreenIcon } from "../navigation/screen-icon.tsx";
import { creationCommands, goTo, ownPages, useRecordCommands, type Command } from "./palette-commands.ts";
import { usePaletteRecords } from "./palette-records.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

const [store, actions] = createSpotlight();
const recordIcon = <IconFile size={18} aria-hidden />;
const newIcon = <IconPlus size={18} aria-hidden />;
const actionIcon = <IconBolt size={18} aria-hidden />;
const pageIcon = <IconArrowRight size={18} aria-hidden />;

interface Group {
  readonly title: string;
  readonly commands: readonly Command[];
}

export function CommandPalette({ onClose, onShortcuts }: { onClose(): void; onShortcuts(): void }) {
  const { product, me } = useProductContext();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, 200);
  const [creating, setCreating] = useState<EntityData | null>(null);
  const { found, busy } = usePaletteRecords(product, search);
  const record = useRecordCommands();
  useEffect(() => {
    actions.open();
    return actions.close;
  }, []);
  const screens = product.menu.map((entry): Command => ({
    label: entry.label,
    icon: <ScreenIcon kind={product.screens.find((screen) => screen.name === entry.screen)?.body.kind ?? "page"} />,
    run: goTo(entry.route),
    ...(entry.group ? { note: entry.group } : {}),
  }));
  const pages = ownPages(product, me).map(({ label, to }): Command => ({ label, icon: pageIcon, run: goTo(to) }));
  const settings: Command[] = [
    { label: t("keyboard-shortcuts"), icon: <IconKeyboard size={18} aria-hidden />, stays: true, run: onShortcuts },
    { label: t("switch-between-light-and-dark-mode"), icon: <IconMoon size={18} aria-hidden />, run: () => setColorScheme(colorScheme === "dark" ? "light" : "dark") },
  ];
  const groups: Group[] = [
    { title: record.name, commands: matching(record.commands, typed).map((command) => ({ ...command, icon: actionIcon })) },
    { title: t("screens"), commands: matching([...screens, ...pages], typed) },
    { title: t("actions"), commands: matching([...creationCommands(product, setCreating).map((command) => ({ ...command, icon: newIcon })), ...settings], typed) },
    // What was found for other words would be chosen by mistake.
    ...(search === typed ? found : []).map(({ entity, records }) => ({
      title: named(entity.plural),
      commands: records.map(({ name, to }) => ({ label: name, icon: recordIcon, run: goTo(to) })),
    })),
  ].filter((group) => group.commands.length > 0);
  if (creating) return <CreateDialog entity={creating} opened onClose={onClose} onDone={onClose} />;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={() => setTimeout(onClose)}
      shortcut={null}
      centered={false}
      yOffset="14vh"
      scrollable
      maxHeight="min(72vh, 652px)"
      closeOnActionTrigger={false}
      attributes={{ content: { "aria-label": t("search-2") } }}
    >
      <Spotlight.Search
        placeholder={t("search-screens-records-and-actions")}
        aria-label={t("search-screens-records-and-actions")}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={busy ? <Loader size="xs" /> : null}
      />
      <Spotlight.ActionsList>
        {groups.map(({ title, commands }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {commands.map((command) => (
              <Spotlight.Action
                key={command.label}
                leftSection={command.icon}
                label={command.label}
                {...(command.note ? { description: command.note } : {})}
                onClick={() => {
                  if (!command.stays) onClose();
                  command.run();
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 ? <Spotlight.Empty>{busy ? t("searching") : t("no-results")}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Every word that is typed begins a word of the label, or stands in it. */
function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, note = "" }) => words.every((word) => fold(`${label} ${note}`).includes(word)));
}

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
