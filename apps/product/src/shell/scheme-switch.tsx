/** Switches between light and dark mode: a button, or an entry of a menu where the header has no room for it. */
import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { t } from "../texts/texts.ts";

function useSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme === "dark" || (colorScheme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  return {
    label: dark ? t("switch-to-light-mode") : t("switch-to-dark-mode"),
    icon: dark ? <IconSun size={19} aria-hidden /> : <IconMoon size={19} aria-hidden />,
    change: () => setColorScheme(dark ? "light" : "dark"),
  };
}

export function SchemeSwitch({ visibleFrom }: { visibleFrom?: "sm" }) {
  const { label, icon, change } = useSwitch();
  return (
    <ActionIcon {...(visibleFrom ? { visibleFrom } : {})} variant="subtle" color="gray" size="lg" aria-label={label} onClick={change}>
      {icon}
    </ActionIcon>
  );
}

export function SchemeItem() {
  const { label, icon, change } = useSwitch();
  return (
    <Menu.Item hiddenFrom="sm" leftSection={icon} onClick={change}>
      {label}
    </Menu.Item>
  );
}
