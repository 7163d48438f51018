/** The whole front end: theme, session, product and the current screen. */
import "./product.css";
// Not with the page's own script: what the server sends is drawn before any script runs.
import "../site/page.css";
import "../paint/paint.css";
import { Center, DirectionProvider, Loader, MantineProvider, v8CssVariablesResolver } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo } from "react";
import { useLiveUpdates } from "../api/live.ts";
import { queryClient, useMe, useProductQuery } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { ProductContext } from "../context/product-context.tsx";
import { ActionRunner } from "../form/action-runner.tsx";
import { languageTag } from "../format/language-tag.ts";
import { setProductNow } from "../format/product-clock.ts";
import { QuestionArea } from "../question/question-area.tsx";
import { useRehearsalClock } from "../rehearsal/use-rehearsal-clock.ts";
import { NotificationArea } from "./notification-area.tsx";
import { Shell } from "./shell.tsx";
import { useProductIcon } from "./product-icon.ts";
import { showLanguage } from "../texts/language.ts";
import { themeFor } from "./theme.ts";
import { t } from "../texts/texts.ts";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Product />
    </QueryClientProvider>
  );
}

function Product() {
  const product = useProductQuery();
  const me = useMe();
  const [lines, setLines] = useLocalStorage({ key: "nonet-lines", defaultValue: false });
  useLiveUpdates(me.data && (me.data.id ?? null));
  const rehearsing = product.data?.rehearsal ?? false;
  // Forms and calendars start with the product's date, so the rehearsal clock is loaded first.
  const clock = useRehearsalClock(rehearsing);
  const now = clock.data?.now;
  if (now) setProductNow(now);
  const colour = product.data?.colour ?? null;
  const theme = useMemo(() => themeFor(colour), [colour]);
  // Where the clock has moved, all that shows a time is drawn again.
  // oxlint-disable-next-line react/exhaustive-deps
  const shown = useMemo(() => (product.data && me.data ? { product: product.data, me: me.data, lines, setLines } : null), [product.data, me.data, lines, setLines, now]);
  useProductIcon(product.data);
  // Drawn in short steps, between which the page reacts: a slow phone would stand still for a second.
  const isReady = useDeferredValue(shown !== null && (!rehearsing || !clock.isPending), false);
  const language = product.data?.language;
  useEffect(() => {
    if (language) showLanguage(languageTag(language));
  }, [language]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={v8CssVariablesResolver}>
        {isReady && shown ? (
          <ProductContext value={shown}>
            {/* Inside the product's context, because notifications link to document lines. */}
            <NotificationArea />
            <QuestionArea />
            <ActionRunner>
              <Shell />
            </ActionRunner>
          </ProductContext>
        ) : (
          <StartScreen error={product.error ?? me.error} retry={() => void queryClient.refetchQueries()} />
        )}
        {/* Menus and dialogs are drawn here, in a landmark of their own. */}
        <section data-portal data-mantine-shared-portal-node aria-label={t("menus-and-dialogs")} />
      </MantineProvider>
    </DirectionProvider>
  );
}

function StartScreen({ error, retry }: { error: Error | null; retry(): void }) {
  useScreenInPlaceOfPaint(error !== null);
  return (
    <Center mih="100vh" p="xl" className={error ? undefined : "start"}>
      {error ? (
        <div role="alert">
          <p>{asProblem(error).detail}</p>
          <button onClick={retry}>{t("try-again")}</button>
        </div>
      ) : (
        <Loader aria-label={t("loading-2")} />
      )}
    </Center>
  );
}
