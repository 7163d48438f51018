/** What stands above the content of every screen: the way back, the title, and room for its buttons. */
import { screenAbove } from "../context/screen-above.ts";
import { named } from "../texts/names.ts";
import { around, bdi, icon, texted } from "./html.ts";
import type { IconName } from "./icon-shapes.ts";
import type { Painted, Row } from "./paint-data.ts";

interface Heading extends Pick<Painted, "product" | "screen"> {
  /** The record of the page, and who looks at it. */
  readonly row?: Row;
  readonly me?: string;
  readonly title: string;
  /** HTML beside the title and at the other end of the line. */
  readonly badges?: string;
  readonly buttons?: string;
}

export function headingHtml({ product, screen, title, row, me, badges = "", buttons = "" }: Heading): string {
  const above = screen === null ? undefined : screenAbove(product, screen, { row, me });
  const back = above ? around("p", { class: "breadcrumbs fp-back" }, icon("chevron-left", 14, "flips"), around("a", { href: above.route }, bdi(named(above.name)))) : "";
  const line = around("div", { class: "fp-title" }, texted("h1", { dir: "auto" }, title), badges);
  return around("div", { class: "fp-heading" }, around("div", { class: "fp-least" }, back, line), around("div", { class: "fp-buttons" }, buttons));
}

interface ButtonLook {
  readonly look?: "default" | "filled" | "subtle" | "plain";
  /** At its start. */
  readonly icon?: IconName;
  /** Whether it opens something, which an arrow at its end shows. */
  readonly opens?: boolean;
  /** Its name, where it can be pressed before the front end has drawn the one of that name, which then does it. */
  readonly pressed?: string;
}

/** A button as it looks; the front end draws the one that can be pressed. */
export function buttonHtml(label: string, { look = "default", icon: name, opens = false, pressed }: ButtonLook = {}): string {
  const side = name ? " fp-from-icon" : opens ? " fp-to-icon" : "";
  const given = { class: `fp-button fp-${look}${side}` };
  const inside = [name ? icon(name, 16) : "", bdi(label), opens ? icon("chevron-down", 14) : ""];
  return pressed === undefined ? around("span", { ...given, "aria-hidden": "true" }, ...inside) : around("button", { ...given, type: "button", "aria-label": pressed }, ...inside);
}
