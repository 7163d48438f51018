/**
 * The language of each request: the person's own choice, else the cookie of this browser, else `Accept-Language`, else
 * the product's default. Only languages that the document names are taken.
 *
 * Whatever makes a text for the request finds the language in its asynchronous context. A product in English alone
 * has no such context, so it pays nothing for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { languagesOf, type Product, translated, wordsIn } from "@nonet/model";
import { acceptedLanguage, offeredLanguage, setLanguageSource, setNameSource } from "@nonet/texts";
import type { FastifyRequest } from "fastify";

interface Spoken {
  readonly product: Product;
  language: string;
}

const running = new AsyncLocalStorage<Spoken>();
setLanguageSource(() => running.getStore()?.language);
setNameSource((text) => {
  const spoken = running.getStore();
  return spoken ? translated(wordsIn(spoken.product.about, spoken.language), text) : text;
});

const cookie = "nonet_language";

/** The language in which a visitor reads, whoever they are. */
export function visitorLanguage({ about }: Product, request: Pick<FastifyRequest, "cookies" | "headers">): string {
  const offered = languagesOf(about);
  return offeredLanguage(offered, request.cookies[cookie]) ?? acceptedLanguage(offered, request.headers["accept-language"]) ?? offered[0]!;
}

/** Runs the work in the language of the request's sender. */
export function inLanguageOf<T>(product: Product, request: Pick<FastifyRequest, "cookies" | "headers">, work: () => T): T {
  const offered = languagesOf(product.about);
  return offered.length === 1 && offered[0] === "en" ? work() : running.run({ product, language: visitorLanguage(product, request) }, work);
}

/** Once the person is known, their own choice counts for the rest of the request. */
export function useLanguageOf(product: Product, chosen: string | undefined): void {
  const spoken = running.getStore();
  if (spoken) spoken.language = offeredLanguage(languagesOf(product.about), chosen) ?? spoken.language;
}
