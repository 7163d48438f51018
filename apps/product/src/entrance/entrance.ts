/**
 * Starts the page of visitors to a product without public screens: the server has sent what the product is for, and this
 * adds the way to sign in. Whoever does more than sign in gets the whole front end, at the same address.
 */
import "./entrance.css";
import { eventsAt } from "@nonet/api";
import type { EntranceData } from "@nonet/screens";
import { completeLinks, withBase } from "../addresses/base.ts";
import { transport } from "../api/request.ts";
import { languageTag } from "../format/language-tag.ts";
import { productShades } from "../shell/shades.ts";
import { iconOf } from "../shell/icon-of.ts";
import { showLanguage } from "../texts/language.ts";
import { takeWords } from "../texts/names.ts";
import { rehearsalStrip } from "./rehearsal-strip.ts";
import { schemeButton } from "./scheme-button.ts";
import { rehearsalPeopleButtons, signInCard } from "./sign-in-card.ts";

const product = takeWords(JSON.parse(document.getElementById("entrance")!.textContent!) as EntranceData);
const shades = productShades(product.colour);
const root = document.documentElement;
root.style.setProperty("--product", shades[8]!);
root.style.setProperty("--product-hover", shades[9]!);
root.style.setProperty("--product-on-dark", shades[3]!);
showLanguage(languageTag(product.language));
completeLinks();

const icon = iconOf(product);
document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = icon;
document.querySelector<HTMLImageElement>(".entrance-name > img")!.src = withBase(icon);
document.querySelector(".entrance-header")!.append(schemeButton());
// Everything of the card at once, so that on a telephone the text below it doesn't move.
document.querySelector(".entrance")!.append(signInCard(product, product.rehearsal ? await rehearsalPeopleButtons() : null));
if (product.rehearsal) document.querySelector(".entrance-strip")!.replaceWith(rehearsalStrip());

/** A new version of the document may look different or take other ways to sign in. */
async function followDocument(): Promise<void> {
  for await (const { kind } of eventsAt<string>(transport))
    if (kind === "document" && [...document.querySelectorAll("input")].every(({ value }) => value === "")) location.reload();
}
addEventListener("load", () => void followDocument().catch(() => undefined));
