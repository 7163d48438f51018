/** The page of a product without public screens: what the product is for. The small script of the page adds the ways to sign in. */
import { escaped } from "@nonet/api";
import type { EntranceData, ProductData } from "@nonet/screens";
import { firstSentences } from "./first-sentences.ts";
import type { PublicPage } from "./page-data.ts";

/** Null where visitors find more than a way to sign in: a link from a mail, and the home page of an empty document. */
export function entrancePage(product: ProductData, path: string): PublicPage | null {
  if (path === "/sign-in/link" || (path === "/" && product.points.every(({ state }) => state !== "written"))) return null;
  const { title, language, languages, words, colour, logo, signIn, rehearsal } = product;
  const name = product.name || title;
  const shown = words[name] ?? name;
  const large = logo === null ? "" : `<img class="entrance-logo" src="${escaped(logo)}" alt="" height="56" />`;
  const strip = rehearsal ? '<div class="entrance-strip"></div>' : "";
  const header = `<header class="entrance-header"><a class="entrance-name" href="/"><img alt="" height="30"${logo === null ? ' width="30"' : ""} /><b dir="auto">${escaped(shown)}</b></a></header>`;
  return {
    title: shown,
    description: firstSentences(product.prose.join(" ")),
    content: `${strip}${header}<main class="entrance"><div>${large}${element("h1", shown)}${product.prose.map(paragraphs).join("")}</div></main>`,
    isComplete: false,
    entrance: { name: product.name, title, language, languages, words: ofThese(words, [name, signIn.registersAs]), colour, logo, signIn, rehearsal } satisfies EntranceData,
  };
}

/** Other names of the document are nothing for visitors. */
const ofThese = (words: ProductData["words"], names: readonly (string | null)[]): ProductData["words"] =>
  Object.fromEntries(names.flatMap((name) => (name !== null && words[name] !== undefined ? [[name, words[name]]] : [])));

const element = (tag: string, text: string): string => `<${tag}>${escaped(text)}</${tag}>`;

/** The prose's paragraphs and headings without their marks: a few words more or less say no other thing. */
const paragraphs = (prose: string): string =>
  prose
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .replaceAll(/^[#>\-*+]+\s+/gm, "")
        .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1")
        .trim(),
    )
    .filter((block) => block !== "")
    .map((block) => element("p", block))
    .join("");
