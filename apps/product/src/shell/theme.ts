/** The theme: the document's color as primary color, readable in light and dark mode. */
import { createTheme, DEFAULT_THEME, type MantineColorsTuple } from "@mantine/core";
import { t } from "../texts/texts.ts";

/** For documents without a colour. */
export const defaultColour = "#3b5b92";

export function themeFor(color: string | null) {
  const primary = shades(parse(color ?? "") ?? parse(defaultColour)!);
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

/** How much of the colour is in the background of a light button or badge under the pointer. */
const tint = 0.12;

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb | null {
  const m = /^#?([0-9a-f]{6})$/i.exec(hex.trim());
  if (!m) return null;
  const n = Number.parseInt(m[1]!, 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const mix = (a: Rgb, b: Rgb, part: number): Rgb => [0, 1, 2].map((i) => a[i as 0]! + (b[i as 0]! - a[i as 0]!) * part) as unknown as Rgb;
const hex = (c: Rgb): string => `#${c.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;
const luminance = (c: Rgb): number => {
  const [r, g, b] = c.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (light: Rgb, dark: Rgb): number => (luminance(light) + 0.05) / (luminance(dark) + 0.05);

/** Ten shades of the color; the ninth is dark enough for white text, and as text on a tint of itself (contrast of 4.5 to 1). */
function shades(color: Rgb): MantineColorsTuple {
  const white: Rgb = [255, 255, 255];
  const black: Rgb = [0, 0, 0];
  let strong = color;
  for (let i = 0; i < 40 && contrast(mix(white, strong, tint), strong) < 4.6; i++) strong = mix(strong, black, 0.05);
  const light = [0.94, 0.86, 0.72, 0.58, 0.44, 0.3, 0.18, 0.08].map((part) => hex(mix(strong, white, part)));
  return [...light, hex(strong), hex(mix(strong, black, 0.18))] as unknown as MantineColorsTuple;
}
