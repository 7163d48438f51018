/** Shows the screen for the current address. */
import { lazy, type ReactElement, Suspense, useDeferredValue, useEffect } from "react";
import { Button, Center, Loader, Stack, Text, Title } from "@mantine/core";
import { findRoute, type ScreenData } from "@nonet/screens";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { useProductContext } from "../context/product-context.tsx";
import { followLink, navigate } from "../navigation/location.ts";

import { t } from "../texts/texts.ts";
import { DashboardScreen, ListScreen, RecordScreen } from "./load-screen.ts";
import { ScreenBoundary } from "./screen-boundary.tsx";

// Each kind of screen is loaded when it is first shown.
const BoardScreen = lazy(() => import("../board/board-screen.tsx").then((m) => ({ default: m.BoardScreen })));
const CalendarScreen = lazy(() => import("../calendar/calendar-screen.tsx").then((m) => ({ default: m.CalendarScreen })));
const TimelineScreen = lazy(() => import("../calendar/timeline-screen.tsx").then((m) => ({ default: m.TimelineScreen })));
const CallFormScreen = lazy(() => import("../form/call-form-screen.tsx").then((m) => ({ default: m.CallFormScreen })));
const FormScreen = lazy(() => import("../form/form-screen.tsx").then((m) => ({ default: m.FormScreen })));
const CardListScreen = lazy(() => import("../site/card-list-screen.tsx").then((m) => ({ default: m.CardListScreen })));
const NinePointsHome = lazy(() => import("./nine-points-home.tsx").then((m) => ({ default: m.NinePointsHome })));
const NotShownScreen = lazy(() => import("../page/not-shown-screen.tsx").then((m) => ({ default: m.NotShownScreen })));
const PageScreen = lazy(() => import("../site/page-screen.tsx").then((m) => ({ default: m.PageScreen })));
const LinkedRecordScreen = lazy(() => import("../record/linked-record-screen.tsx").then((m) => ({ default: m.LinkedRecordScreen })));
const ReportScreen = lazy(() => import("../report/report-screen.tsx").then((m) => ({ default: m.ReportScreen })));
const SignInPage = lazy(() => import("../sign-in/sign-in-page.tsx").then((m) => ({ default: m.SignInPage })));
const TreeScreen = lazy(() => import("../tree/tree-screen.tsx").then((m) => ({ default: m.TreeScreen })));
const DocumentPage = lazy(() => import("../document/document-page.tsx").then((m) => ({ default: m.DocumentPage })));
const FailedCallsPage = lazy(() => import("../people/failed-calls-page.tsx").then((m) => ({ default: m.FailedCallsPage })));
const KeysPage = lazy(() => import("../people/keys-page.tsx").then((m) => ({ default: m.KeysPage })));
const DeputiesPage = lazy(() => import("../people/deputies-page.tsx").then((m) => ({ default: m.DeputiesPage })));
const AccountPage = lazy(() => import("../account/account-page.tsx").then((m) => ({ default: m.AccountPage })));
const LinkPage = lazy(() => import("../sign-in/link-page.tsx").then((m) => ({ default: m.LinkPage })));
const SecurityLogPage = lazy(() => import("../people/security-log-page.tsx").then((m) => ({ default: m.SecurityLogPage })));
const PeoplePage = lazy(() => import("../people/people-page.tsx").then((m) => ({ default: m.PeoplePage })));

export function CurrentScreen({ path }: { path: string }) {
  // The frame is drawn first, then the screen: each is a long step for a slow phone.
  const hasFrame = useDeferredValue(true, false);
  return (
    <ScreenBoundary path={path}>
      <Suspense fallback={<Waiting />}>{hasFrame ? <ScreenAt path={path} /> : <Waiting />}</Suspense>
    </ScreenBoundary>
  );
}

function Waiting() {
  return (
    <Center mih={320}>
      <Loader size="sm" />
    </Center>
  );
}

function ScreenAt({ path }: { path: string }) {
  const { product, me } = useProductContext();
  const found = findRoute(product.screens, path);
  // Lists, records and dashboards have something to load first.
  useScreenInPlaceOfPaint(!(found && ["list", "record", "dashboard", "page"].includes(found.screen.body.kind)));
  if (path === "/sign-in") return <SignInPage />;
  const own = ownPage(path, { ...me, decides: product.decides }, found !== null);
  if (own) return own;
  if (found) return <ScreenBody key={path} screen={found.screen} parameters={found.parameters} />;
  // Default 265.
  if (path === "/" && me.signedIn && product.menu[0]) return <Elsewhere to={product.menu[0].route} />;
  if (path === "/" && (product.points.every((p) => p.state !== "written") || me.signedIn)) return <NinePointsHome />;
  // Where everything needs a sign-in, the form says so; elsewhere a visitor may have followed a wrong link.
  if (!me.signedIn) return <SignInPage unknown={product.menu.length > 0 && !me.needs && path !== "/" && !ownPaths.has(path)} />;
  return (
    <Stack align="center" mt={80} gap="sm">
      <Title order={1} size="h3">
        {t("page-not-found")}
      </Title>
      <Text c="dimmed">{t("this-page-doesnt-exist-or-you-dont")}</Text>
      <Button component="a" href="/" onClick={followLink("/")} variant="default">
        {t("go-to-home-page")}
      </Button>
    </Stack>
  );
}

/** Another address in place of this one, to which Back doesn't return. */
function Elsewhere({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

const ownPaths: ReadonlySet<string> = new Set(["/document", "/account", "/my-keys", "/my-deputies", "/people", "/security-log", "/failed-calls"]);

interface Visitor {
  readonly signedIn: boolean;
  readonly owner?: boolean;
  readonly decides: boolean;
}

/** The product's own pages; a screen of the document takes precedence, except over the document itself and links from mails. */
function ownPage(path: string, { signedIn, owner = false, decides }: Visitor, isScreen: boolean): ReactElement | null {
  if (path === "/sign-in/link") return <LinkPage />;
  if (path === "/document" && signedIn) return <DocumentPage />;
  if (isScreen || !signedIn) return null;
  if (path === "/account") return <AccountPage />;
  if (path === "/my-keys") return <KeysPage />;
  if (path === "/my-deputies" && decides) return <DeputiesPage />;
  if (!owner) return null;
  if (path === "/people") return <PeoplePage />;
  if (path === "/security-log") return <SecurityLogPage />;
  return path === "/failed-calls" ? <FailedCallsPage /> : null;
}

function ScreenBody({ screen, parameters }: { screen: ScreenData; parameters: Readonly<Record<string, string>> }) {
  const { me } = useProductContext();
  const { body } = screen;
  const id = Object.values(parameters)[0] ?? null;
  switch (body.kind) {
    case "list":
      // Default 187: visitors see a website, people with an account see the tools of their work.
      return me.signedIn ? <ListScreen screen={screen} list={body.list} /> : <CardListScreen screen={screen} list={body.list} />;
    case "board":
      return <BoardScreen screen={screen} body={body} />;
    case "calendar":
      return <CalendarScreen screen={screen} body={body} />;
    case "record":
      return body.parameter === null ? <LinkedRecordScreen screen={screen} body={body} /> : <RecordScreen screen={screen} body={body} id={id ?? ""} />;
    case "form":
      return <FormScreen screen={screen} body={body} parameters={parameters} />;
    case "dashboard":
      return <DashboardScreen screen={screen} body={body} />;
    case "report":
      return <ReportScreen screen={screen} body={body} />;
    case "timeline":
      return <TimelineScreen screen={screen} body={body} />;
    case "tree":
      return <TreeScreen screen={screen} body={body} />;
    case "call form":
      return <CallFormScreen screen={screen} body={body} />;
    case "page":
      return <PageScreen screen={screen} body={body} />;
    case "open":
      return <NotShownScreen screen={screen} needs={body.needs} />;
    default: {
      const never: never = body;
      return never;
    }
  }
}
