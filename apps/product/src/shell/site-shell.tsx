/** The layout for visitors who aren't signed in: a website's header and footer around the public screens. */
// What the server sends to visitors is drawn with these, before any script runs.
import "../site/site.css";
import "../site/page.css";
import "../paint/site.css";
import { AppShell, Burger, Drawer, Group, NavLink, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, useEffect } from "react";
import { Logo } from "../context/logo.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { Link } from "../navigation/link.tsx";
import { followLink } from "../navigation/location.ts";
import { CurrentScreen } from "./current-screen.tsx";
import { RehearsalBar } from "./load-screen.ts";
import { Interruptions } from "./interruptions.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { useBarHeight } from "../rehearsal/folded-bar.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export function SiteShell({ path }: { path: string }) {
  const { product } = useProductContext();
  const barHeight = useBarHeight(product.rehearsal);
  const [opened, { toggle, close }] = useDisclosure();
  useEffect(close, [path, close]);
  const name = named(product.name || product.title);
  return (
    <AppShell header={{ height: 64 + barHeight }} padding={0}>
      <AppShell.Header>
        <a className="skip" href="#content">
          {t("skip-to-content")}
        </a>
        {product.rehearsal ? (
          <Suspense fallback={<div style={{ height: barHeight }} />}>
            <RehearsalBar />
          </Suspense>
        ) : null}
        <Group h={64} className="site-width" justify="space-between" wrap="nowrap">
          <UnstyledButton component="a" href="/" onClick={followLink("/")} className="site-name">
            {product.logo ? <Logo address={product.logo} /> : null}
            <Text fw={700} size="lg" truncate dir="auto" className="product-name">
              {name}
            </Text>
          </UnstyledButton>
          <Group gap={4} wrap="nowrap">
            <nav aria-label={t("menu")} className="site-menu">
              {product.menu.map((m) => (
                <Link key={m.route} to={m.route} size="sm" aria-current={path === m.route ? "page" : undefined} underline="never">
                  <bdi>{m.label}</bdi>
                </Link>
              ))}
            </nav>
            <SchemeSwitch />
            <Link to="/sign-in" size="sm" className="site-sign-in" underline="never">
              {t("sign-in")}
            </Link>
            <Burger opened={opened} onClick={toggle} className="site-burger" size="sm" aria-label={opened ? t("close-menu") : t("open-menu")} aria-expanded={opened} />
          </Group>
        </Group>
      </AppShell.Header>
      <Drawer opened={opened} onClose={close} title={name} size="xs" position="right" closeButtonProps={{ "aria-label": t("close-menu") }}>
        <nav aria-label={t("menu")}>
          {[...product.menu.map((m) => ({ to: m.route, label: m.label })), { to: "/sign-in", label: t("sign-in") }].map(({ to, label }) => (
            <NavLink key={to} href={to} onClick={followLink(to)} label={<bdi>{label}</bdi>} active={path === to} aria-current={path === to ? "page" : undefined} />
          ))}
        </nav>
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1} className="site-main">
        <div className="site-width site-content">
          <Interruptions />
          <CurrentScreen path={path} />
        </div>
        <footer className="site-width site-footer">
          <Text size="sm" c="dimmed" dir="auto">
            {name}
          </Text>
        </footer>
      </AppShell.Main>
    </AppShell>
  );
}
