/** The menu beside the screen: its groups and entries with icons, wide or only as icons. */
import { AppShell, NavLink, ScrollArea, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconEdit, IconFileText, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMailExclamation, IconShieldCheck, IconUsers } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { useProductContext } from "../context/product-context.tsx";
import { followLink } from "../navigation/location.ts";
import { menuGroups } from "./menu-groups.ts";
import { t } from "../texts/texts.ts";
import { ScreenIcon } from "../navigation/screen-icon.tsx";

export const menuWidth = (folded: boolean): number => (folded ? 64 : 232);

/** Whether the person has folded the menu to its icons; remembered in their browser. */
export const useFoldedMenu = () => useLocalStorage({ key: "nonet-menu-folded", defaultValue: false, getInitialValueInEffect: false });

export interface SideMenuProps {
  readonly path: string;
  readonly folded: boolean;
  onFold(folded: boolean): void;
}

export function SideMenu({ path, folded, onFold }: SideMenuProps) {
  const { product, me } = useProductContext();
  const fold = folded ? t("expand-menu") : t("collapse-menu");
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <>
      <AppShell.Section grow component={ScrollArea} type="auto">
        {menuGroups(product).map(({ title, entries }, i) => (
          <div key={title ?? ""} role="group" aria-label={title ?? t("screens")} className={folded && i > 0 ? "menu-part" : undefined}>
            {title && !folded ? (
              <Text size="xs" fw={650} c="dimmed" mt="md" mb={4} px="sm" tt="uppercase" style={{ letterSpacing: ".04em" }}>
                {title}
              </Text>
            ) : null}
            {entries.map((entry) => (
              <Entry key={entry.route} to={entry.route} label={entry.label} path={path} folded={folded} icon={<ScreenIcon kind={entry.kind} />} />
            ))}
          </div>
        ))}
      </AppShell.Section>
      <AppShell.Section pt="sm" style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
        {me.owner ? <Entry to="/people" label={t("people")} path={path} folded={folded} icon={<IconUsers size={18} aria-hidden />} /> : null}
        {me.owner ? <Entry to="/security-log" label={t("security-log")} path={path} folded={folded} icon={<IconShieldCheck size={18} aria-hidden />} /> : null}
        {me.owner ? <Entry to="/failed-calls" label={t("failed-calls")} path={path} folded={folded} icon={<IconMailExclamation size={18} aria-hidden />} /> : null}
        {(me.owner || product.rehearsal) && window.self === window.top ? (
          <NavLink
            href="/-/studio"
            label={folded ? null : t("studio")}
            {...(folded ? { "aria-label": t("studio") } : {})}
            leftSection={<IconEdit size={18} aria-hidden />}
            variant="light"
            style={{ borderRadius: 8 }}
          />
        ) : null}
        {me.signedIn ? <Entry to="/document" label={t("document")} path={path} folded={folded} icon={<IconFileText size={18} aria-hidden />} /> : null}
        <UnstyledButton className="menu-fold" visibleFrom="sm" aria-label={fold} title={fold} aria-expanded={!folded} onClick={() => onFold(!folded)}>
          <FoldIcon size={18} aria-hidden className="flips" />
          {folded ? null : <span>{fold}</span>}
        </UnstyledButton>
      </AppShell.Section>
    </>
  );
}

function Entry({ to, label, path, icon, folded }: { to: string; label: string; path: string; icon: ReactElement; folded: boolean }) {
  const active = path === to;
  const link = (
    <NavLink
      href={to}
      onClick={followLink(to)}
      label={folded ? null : <bdi>{label}</bdi>}
      {...(folded ? { "aria-label": label } : {})}
      active={active}
      aria-current={active ? "page" : undefined}
      leftSection={icon}
      variant="light"
      style={{ borderRadius: 8, fontWeight: active ? 600 : 450, ...(active ? { color: "light-dark(var(--mantine-color-product-9), var(--mantine-color-product-1))" } : {}) }}
    />
  );
  return folded ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
