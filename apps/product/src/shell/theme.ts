/** The theme: the document's color as primary color, readable in light and dark mode. */
import { createTheme, DEFAULT_THEME, type MantineColorsTuple } from "@mantine/core";
import { productShades } from "./shades.ts";
import { t } from "../texts/texts.ts";

export function themeFor(color: string | null) {
  const primary = productShades(color) as unknown as MantineColorsTuple;
  return createTheme({
    primaryColor: "product",
    primaryShade: 8,
    autoContrast: true,
    colors: { product: primary, red: readable(DEFAULT_THEME.colors.red) },
    defaultRadius: "md",
    fontFamily: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
    headings: { fontWeight: "640" },
    cursorType: "pointer",
    respectReducedMotion: true,
    components: {
      Modal: { defaultProps: { closeButtonProps: { "aria-label": t("close") }, centered: true, overlayProps: { backgroundOpacity: 0.35 } } },
      Drawer: { defaultProps: { closeButtonProps: { "aria-label": t("close") }, position: "right" } },
      // The placeholder would be a child of the menu that is no item; without it, the first item gets the focus.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // A dialog that opens on a choice, or Tab on the way past it, would cover the fields below.
      Select: { defaultProps: { openOnFocus: false } },
      MultiSelect: { defaultProps: { openOnFocus: false } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 340 } },
      Notification: { defaultProps: { closeButtonProps: { "aria-label": t("close") } } },
    },
  });
}

/** The shade of texts in the last one's place: Mantine's ninth red has a contrast of 4.2 to 1 on the page. */
const readable = (colors: MantineColorsTuple): MantineColorsTuple => colors.map((color, i) => (i === 8 ? colors[9]! : color)) as unknown as MantineColorsTuple;
