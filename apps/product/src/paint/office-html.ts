/** A screen of the office as HTML, as a person sees it before the front end's scripts have run. */
import type { ProductData } from "@nonet/screens";
import { productShades } from "../shell/shades.ts";
import { named, takeWords } from "../texts/names.ts";
import { dashboardHtml } from "./dashboard-html.ts";
import { headerHtml, menuHtml } from "./frame-html.ts";
import { headingHtml } from "./heading-html.ts";
import { around } from "./html.ts";
import { listHtml } from "./list-html.ts";
import type { Painted } from "./paint-data.ts";
import { recordHtml } from "./record-html.ts";
import { speak } from "./speak.ts";

export function officeHtml(painted: Painted): string {
  const { product } = painted;
  // Nothing in between waits for anything, so that texts and words are those of this person.
  takeWords(product);
  speak(product.language);
  const content = around("div", { class: "fp-content" }, contentHtml(painted));
  const main = around("main", { class: "fp-main" }, content);
  return around("div", { id: "first-paint", class: product.rehearsal ? "office fp-rehearsal" : "office", style: coloursOf(product) }, headerHtml(painted), menuHtml(painted), main);
}

function contentHtml(painted: Painted): string {
  const { product, screen, content } = painted;
  if (screen === null) return "";
  const { body } = screen;
  if (body.kind === "list") return listHtml(painted, screen, body.list, content?.kind === "list" ? content.rows : null);
  // A record's title is its name, which is known only with it.
  if (body.kind === "record") return content?.kind === "record" ? recordHtml(painted, screen, body, content) : "";
  // A page begins as its document has it, perhaps with a picture.
  if (body.kind === "page") return "";
  const heading = headingHtml({ product, screen, title: named(screen.name) });
  return body.kind === "dashboard" && content?.kind === "dashboard" ? heading + dashboardHtml(product, screen, body, content.elements) : heading;
}

/** The shades of the document's colour, which the front end makes of its theme. */
const coloursOf = ({ colour }: ProductData): string =>
  productShades(colour)
    .map((shade, i) => `--mantine-color-product-${i}:${shade}`)
    .join(";");
