/** The whole front end: theme, session, product and the current screen. */
import "./product.css";
// Not with the page's own script: what the server sends is drawn before any script runs.
import "../paint/paint.css";
import { Center, DirectionProvider, Loader, MantineProvider, v8CssVariablesResolver } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { ProductData } from "@nonet/screens";
import { withoutBase } from "../addresses/base.ts";
import { useLiveUpdates } from "../api/live.ts";
import { type Me, queryClient, useMe, useProductQuery } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { isPainted, useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { ProductContext } from "../context/product-context.tsx";
import { ActionRunner } from "../form/action-runner.tsx";
import { languageTag } from "../format/language-tag.ts";
import { setProductNow } from "../format/product-clock.ts";
import { QuestionArea } from "../question/question-area.tsx";
import { useRehearsalClock } from "../rehearsal/use-rehearsal-clock.ts";
import { NotificationArea } from "./notification-area.tsx";
import { loadScreen } from "./load-screen.ts";
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
  const isReady = useDeferredValue(useScreenLoaded(shown) && shown !== null && (!rehearsing || !clock.isPending), false);
  const language = product.data?.language;
  useEffect(() => {
    if (language) showLanguage(languageTag(language));
  }, [language]);
  const error = product.error ?? me.error;
  // What the server has painted stays as it is until then: its styles are the browser's work, too.
  if (!isReady && !error && isPainted()) return null;
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
          <StartScreen error={error} retry={() => void queryClient.refetchQueries()} />
        )}
        {/* Menus and dialogs are drawn here, in a landmark of their own. */}
        <section data-portal data-mantine-shared-portal-node aria-label={t("menus-and-dialogs")} />
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Without a painted page there is nothing to look at meanwhile, so the frame is drawn at once. */
function useScreenLoaded(shown: { readonly product: ProductData; readonly me: Me } | null): boolean {
  const [isLoaded, setLoaded] = useState(() => !isPainted());
  const begun = useRef(isLoaded);
  useEffect(() => {
    if (begun.current || !shown) return;
    begun.current = true;
    const { product, me } = shown;
    const loaded = me.signedIn ? loadScreen(product, withoutBase(location.pathname), location.search) : Promise.resolve();
    void loaded.then(() => startTransition(() => setLoaded(true)));
  }, [shown]);
  return isLoaded;
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
