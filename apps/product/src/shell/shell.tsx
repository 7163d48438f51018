/** The layout: header, menu, rehearsal bar and the current screen. */
import { AppShell, Burger, Group, Menu, Text, UnstyledButton, Avatar, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconListNumbers, IconLogout, IconUserCog, IconUsers } from "@tabler/icons-react";
import { lazy, Suspense, useEffect } from "react";
import { ConfirmDialog } from "../account/confirm-dialog.tsx";
import { firstData } from "../api/first-data.ts";
import { refreshEverything, useProductQuery } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { dropAllDrafts } from "../form/drafts.ts";
import { useFrameInPlaceOfPaint } from "../context/first-paint.ts";
import { Logo } from "../context/logo.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { loadRecordFormEarly } from "../form/lazy-record-form.tsx";
import { followLink, navigate, usePath } from "../navigation/location.ts";
import { Shortcuts } from "../palette/shortcuts.tsx";
import { CurrentScreen } from "./current-screen.tsx";
import { RehearsalBar } from "./load-screen.ts";
import { iconOf } from "./icon-of.ts";
import { Interruptions } from "./interruptions.tsx";
import { SchemeItem, SchemeSwitch } from "./scheme-switch.tsx";
import { menuWidth, SideMenu, useFoldedMenu } from "./side-menu.tsx";
import { useBarHeight } from "../rehearsal/folded-bar.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

/** Only for visitors. */
const SiteShell = lazy(() => import("./site-shell.tsx").then((m) => ({ default: m.SiteShell })));

/** Only while an Owner looks at the product as somebody else. */
const SupportBar = lazy(() => import("../people/support-bar.tsx").then((m) => ({ default: m.SupportBar })));

/** Only for products whose records have comments. */
const NotificationBell = lazy(() => firstData.then(() => import("../comments/notification-bell.tsx")).then((m) => ({ default: m.NotificationBell })));

export function Shell() {
  const { product, me } = useProductContext();
  const path = usePath();
  useProductQuery();
  useEffect(loadRecordFormEarly, []);
  useFrameInPlaceOfPaint(me.signedIn, path);
  if (me.signedIn || product.menu.length === 0) return <OfficeShell path={path} />;
  return (
    <Suspense fallback={null}>
      <SiteShell path={path} />
    </Suspense>
  );
}

/** For people who are signed in, and for the sign-in page of a product without public screens. */
function OfficeShell({ path }: { path: string }) {
  const { product, me } = useProductContext();
  const [opened, { toggle, close }] = useDisclosure();
  const [folded, setFolded] = useFoldedMenu();
  useEffect(close, [path, close]);
  // An anonymous user without any menu entry sees only the sign-in page.
  const bare = !me.signedIn && product.menu.length === 0;
  const barHeight = useBarHeight(product.rehearsal);
  const bar = barHeight + (me.acting ? 40 : 0);
  return (
    <AppShell
      header={{ height: 58 + bar }}
      navbar={{ width: menuWidth(folded && !opened), breakpoint: "sm", collapsed: { mobile: !opened, desktop: bare } }}
      padding={{ base: "md", sm: "xl" }}
    >
      <AppShell.Header>
        <a className="skip" href="#content">
          {t("skip-to-content")}
        </a>
        {product.rehearsal ? (
          <Suspense fallback={<div style={{ height: barHeight }} />}>
            <RehearsalBar />
          </Suspense>
        ) : null}
        {me.acting ? (
          <Suspense fallback={<div style={{ height: 40 }} />}>
            <SupportBar />
          </Suspense>
        ) : null}
        <Group h={58} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            {bare ? null : <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={opened ? t("close-menu") : t("open-menu")} aria-expanded={opened} />}
            <UnstyledButton component="a" href="/" onClick={followLink("/")} style={{ minWidth: 0, display: "flex", alignItems: "center", gap: 10 }}>
              <Logo address={iconOf(product)} />
              <Text fw={700} size="lg" truncate dir="auto" className="product-name">
                {named(product.name || product.title)}
              </Text>
            </UnstyledButton>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {me.signedIn && product.entities.some(({ comments }) => comments) ? (
              <Suspense>
                <NotificationBell />
              </Suspense>
            ) : null}
            {me.signedIn ? <Shortcuts /> : null}
            <SchemeSwitch {...(me.signedIn ? { visibleFrom: "sm" as const } : {})} />
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
        <SideMenu path={path} folded={folded && !opened} onFold={setFolded} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <Interruptions />
        <ConfirmDialog />
        <CurrentScreen path={path} />
      </AppShell.Main>
    </AppShell>
  );
}

function UserMenu() {
  const { product, me, lines, setLines } = useProductContext();
  const leave = async () => {
    await request("/api/sign-out", { method: "POST", body: {} }).catch(() => undefined);
    dropAllDrafts();
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
        <Menu.Item leftSection={<IconListNumbers size={16} />} onClick={() => setLines(!lines)}>
          {lines ? t("hide-document-lines") : t("show-document-lines")}
        </Menu.Item>
        <SchemeItem />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          {t("sign-out")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
