/** What stands above the content of every screen: the way back, the title, and room for its buttons. */
import { screenAbove } from "../context/screen-above.ts";
import { named } from "../texts/names.ts";
import { around, bdi, iconSpace, texted } from "./html.ts";
import type { Painted } from "./paint-data.ts";

interface Heading extends Pick<Painted, "product" | "screen"> {
  readonly title: string;
  /** HTML beside the title and at the other end of the line. */
  readonly badges?: string;
  readonly buttons?: string;
}

export function headingHtml({ product, screen, title, badges = "", buttons = "" }: Heading): string {
  const above = screen === null ? undefined : screenAbove(product, screen);
  const back = above ? around("p", { class: "breadcrumbs fp-back" }, around("a", { href: above.route }, bdi(named(above.name))), iconSpace(14)) : "";
  const line = around("div", { class: "fp-title" }, texted("h1", { dir: "auto" }, title), badges);
  return around("div", { class: "fp-heading" }, around("div", { class: "fp-least" }, back, line), around("div", { class: "fp-buttons" }, buttons));
}

/** A button as it looks; the front end draws the one that can be pressed. `icon`: its size at the start, or at the end where it is negative. */
export function buttonHtml(label: string, { look = "default", icon = 16 }: { readonly look?: "default" | "filled" | "subtle" | "plain"; readonly icon?: number } = {}): string {
  const space = icon === 0 ? "" : iconSpace(Math.abs(icon));
  const side = icon > 0 ? " fp-from-icon" : icon < 0 ? " fp-to-icon" : "";
  return around("span", { class: `fp-button fp-${look}${side}`, "aria-hidden": "true" }, icon > 0 ? space : "", bdi(label), icon < 0 ? space : "");
}
