/** The layout: header, menu, rehearsal bar and the current screen. */
import { AppShell, Burger, Group, Menu, NavLink, ScrollArea, Text, UnstyledButton, Avatar, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEdit, IconFileText, IconKey, IconLogout, IconMailExclamation, IconSearch, IconShieldCheck, IconUserCog, IconUsers } from "@tabler/icons-react";
import { lazy, Suspense, useEffect } from "react";
import { ConfirmDialog } from "../account/confirm-dialog.tsx";
import { SupportBar } from "../people/support-bar.tsx";
import { refreshEverything, useProductQuery } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { Logo } from "../context/logo.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { loadRecordFormEarly } from "../form/lazy-record-form.tsx";
import { followLink, navigate, usePath } from "../navigation/location.ts";
import { CurrentScreen } from "./current-screen.tsx";
import { Interruptions } from "./interruptions.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { SiteShell } from "./site-shell.tsx";
import { t } from "../texts/texts.ts";

/** Only a rehearsal has it. */
const RehearsalBar = lazy(() => import("../rehearsal/rehearsal-bar.tsx").then((m) => ({ default: m.RehearsalBar })));

/** Only for products whose records have comments. */
const NotificationBell = lazy(() => import("../comments/notification-bell.tsx").then((m) => ({ default: m.NotificationBell })));

export function Shell() {
  const { product, me } = useProductContext();
  const path = usePath();
  useProductQuery();
  useEffect(loadRecordFormEarly, []);
  // What the server has painted stands until the screen itself is drawn.
  useEffect(() => document.getElementById("first-paint")?.remove(), []);
  return !me.signedIn && product.menu.length > 0 ? <SiteShell path={path} /> : <OfficeShell path={path} />;
}

/** For people who are signed in, and for the sign-in page of a product without public screens. */
function OfficeShell({ path }: { path: string }) {
  const { product, me } = useProductContext();
  const [opened, { toggle, close }] = useDisclosure();
  useEffect(close, [path, close]);
  // An anonymous user without any menu entry sees only the sign-in page.
  const bare = !me.signedIn && product.menu.length === 0;
  const bar = (product.rehearsal ? 40 : 0) + (me.acting ? 40 : 0);
  return (
    <AppShell header={{ height: 58 + bar }} navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened, desktop: bare } }} padding={{ base: "md", sm: "xl" }}>
      <AppShell.Header>
        <a className="skip" href="#content">
          {t("skip-to-content")}
        </a>
        {product.rehearsal ? (
          <Suspense fallback={<div style={{ height: 40 }} />}>
            <RehearsalBar />
          </Suspense>
        ) : null}
        {me.acting ? <SupportBar /> : null}
        <Group h={58} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            {bare ? null : <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={opened ? t("close-menu") : t("open-menu")} aria-expanded={opened} />}
            <UnstyledButton component="a" href="/" onClick={followLink("/")} style={{ minWidth: 0, display: "flex", alignItems: "center", gap: 10 }}>
              {product.logo ? <Logo address={product.logo} /> : null}
              <Text fw={700} size="lg" truncate dir="auto">
                {product.name || product.title}
              </Text>
            </UnstyledButton>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {me.signedIn && product.entities.some(({ comments }) => comments) ? (
              <Suspense>
                <NotificationBell />
              </Suspense>
            ) : null}
            <SchemeSwitch />
            {me.signedIn ? (
              <UserMenu />
            ) : (
              <Button component="a" href="/sign-in" onClick={followLink("/sign-in")} size="sm">
                {t("sign-in")}
              </Button>
            )}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t("menu")}>
        <AppShell.Section grow component={ScrollArea} type="auto">
          <MenuEntries path={path} />
        </AppShell.Section>
        <AppShell.Section pt="sm" style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
          {me.owner ? <Entry to="/people" label={t("people")} path={path} icon={<IconUsers size={18} aria-hidden />} /> : null}
          {me.owner ? <Entry to="/security-log" label={t("security-log")} path={path} icon={<IconShieldCheck size={18} aria-hidden />} /> : null}
          {me.owner ? <Entry to="/failed-calls" label={t("failed-calls")} path={path} icon={<IconMailExclamation size={18} aria-hidden />} /> : null}
          {(me.owner || product.rehearsal) && window.self === window.top ? (
            <NavLink href="/-/studio" label={t("studio")} leftSection={<IconEdit size={18} aria-hidden />} variant="light" style={{ borderRadius: 8 }} />
          ) : null}
          {me.signedIn ? <Entry to="/document" label={t("document")} path={path} icon={<IconFileText size={18} aria-hidden />} /> : null}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <Interruptions />
        <ConfirmDialog />
        <CurrentScreen path={path} />
      </AppShell.Main>
    </AppShell>
  );
}

function MenuEntries({ path }: { path: string }) {
  const { menu } = useProductContext().product;
  const groups = [...new Set(menu.map((m) => m.group))];
  return (
    <>
      {groups.map((group) => (
        <div key={group ?? ""} role="group" aria-label={group ?? t("screens")}>
          {group ? (
            <Text size="xs" fw={650} c="dimmed" mt="md" mb={4} px="sm" tt="uppercase" style={{ letterSpacing: ".04em" }}>
              {group}
            </Text>
          ) : null}
          {menu
            .filter((m) => m.group === group)
            .map((m) => (
              <Entry key={m.route} to={m.route} label={m.label} path={path} />
            ))}
        </div>
      ))}
    </>
  );
}

function Entry({ to, label, path, icon }: { to: string; label: string; path: string; icon?: React.ReactNode }) {
  const active = path === to;
  return (
    <NavLink
      href={to}
      onClick={followLink(to)}
      label={<bdi>{label}</bdi>}
      active={active}
      aria-current={active ? "page" : undefined}
      leftSection={icon}
      variant="light"
      style={{ borderRadius: 8, fontWeight: active ? 600 : 450, ...(active ? { color: "light-dark(var(--mantine-color-product-9), var(--mantine-color-product-1))" } : {}) }}
    />
  );
}

function UserMenu() {
  const { product, me, lines, setLines } = useProductContext();
  const leave = async () => {
    await request("/api/sign-out", { method: "POST", body: {} }).catch(() => undefined);
    await refreshEverything();
    navigate("/sign-in");
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton aria-label={t("account-of-person", { person: me.name ?? me.email })}>
          <Group gap={8} wrap="nowrap">
            <Avatar radius="xl" size={34} color="product" variant="filled" aria-hidden />
            <Text size="sm" visibleFrom="sm" maw={180} truncate dir="auto">
              {me.name ?? me.email}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{me.email}</bdi>
          <br />
          {[...(me.roles ?? []), ...(me.owner ? [t("owner")] : [])].join(", ") || t("no-role")}
        </Menu.Label>
        <Menu.Item leftSection={<IconSearch size={16} />} onClick={() => setLines(!lines)}>
          {lines ? t("hide-document-lines") : t("show-document-lines")}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserCog size={16} />} component="a" href="/account" onClick={followLink("/account")}>
          {t("account")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} component="a" href="/my-keys" onClick={followLink("/my-keys")}>
          {t("api-keys")}
        </Menu.Item>
        {product.decides ? (
          <Menu.Item leftSection={<IconUsers size={16} />} component="a" href="/my-deputies" onClick={followLink("/my-deputies")}>
            {t("my-deputies")}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          {t("sign-out")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
