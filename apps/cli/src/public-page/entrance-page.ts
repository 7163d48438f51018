/** The page of a product without public screens: what the product is for. The small script of the page adds the ways to sign in. */
import { escaped } from "@nonet/api";
import { introduction } from "@nonet/product";
import type { EntranceData, ProductData } from "@nonet/screens";
import { firstSentences } from "./first-sentences.ts";
import type { PublicPage } from "./page-data.ts";

/** Null where visitors find more than a way to sign in: a link from a mail, and the home page of an empty document. */
export function entrancePage(product: ProductData, path: string): PublicPage | null {
  if (path === "/sign-in/link" || (path === "/" && product.points.every(({ state }) => state !== "written"))) return null;
  const { title, language, languages, words, colour, logo, signIn, rehearsal } = product;
  const name = product.name || title;
  const shown = words[name] ?? name;
  const about = introduction(product.prose, language);
  const large = logo === null ? "" : `<img class="entrance-logo" src="${escaped(logo)}" alt="" height="56" />`;
  const strip = rehearsal ? '<div class="entrance-strip"></div>' : "";
  const header = `<header class="entrance-header"><a class="entrance-name" href="/"><img alt="" height="30"${logo === null ? ' width="30"' : ""} /><b dir="auto">${escaped(shown)}</b></a></header>`;
  return {
    title: shown,
    description: firstSentences(product.prose.join(" ")),
    content: `${strip}${header}<main class="entrance"><div>${large}${element("h1", shown)}${about === "" ? "" : element("p", about)}</div></main>`,
    isComplete: false,
    entrance: { name: product.name, title, language, languages, words: ofThese(words, [name, signIn.registersAs]), colour, logo, signIn, rehearsal } satisfies EntranceData,
  };
}

/** Other names of the document are nothing for visitors. */
const ofThese = (words: ProductData["words"], names: readonly (string | null)[]): ProductData["words"] =>
  Object.fromEntries(names.flatMap((name) => (name !== null && words[name] !== undefined ? [[name, words[name]]] : [])));

const element = (tag: string, text: string): string => `<${tag}>${escaped(text)}</${tag}>`;
