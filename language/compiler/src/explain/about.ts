/** Explains point 1: name, language, time zone, currency, sign-in and audiences. */
import type { AboutAttribute, Product, SignIn } from "@nonet/model";
import { languageName } from "../text/languages.ts";
import { article, list } from "../text/english.ts";
import { personWith, type Sentence } from "./sentence.ts";

export function aboutSentences(product: Product): Sentence[] {
  const { signIn, audiences, attributes } = product.about;
  const registers = signIn.registersAs === null ? "by invitation" : `and people who register get the role ${signIn.registersAs}`;
  return [
    ...(attributes ?? []).map(({ name, source }) => ({ what: name, sentence: attributeSentence(product, name), span: source })),
    { what: "sign-in", sentence: `People sign in with ${list(signIn.methods.map(withArticle), "or")}, ${registers}.`, span: signIn.source },
    ...secondFactorSentences(signIn),
    ...audiences.map((audience) => ({
      what: `audience ${audience.role}`,
      sentence: `The product is for ${personWith(audience.role)}${audience.text === "" ? "" : `: ${audience.text}`}.`.replace(/\.\.$/, "."),
      span: audience.source,
    })),
    ...(product.about.translations ?? []).map(({ text, language, translation, source }) => ({
      what: `translation of ${text}`,
      sentence: `In ${languageName(language)}, "${text}" is shown as "${translation.replace(/\.$/, "")}".`,
      span: source,
    })),
  ];
}

const withArticle = (method: SignIn["methods"][number]): string => (method === "passkey" ? "a passkey" : method);

function secondFactorSentences({ secondFactor }: SignIn): Sentence[] {
  if (!secondFactor) return [];
  const who = secondFactor.roles === null ? "Everybody" : `${list(secondFactor.roles.map((role) => article(role)))}`.replace(/^./, (first) => first.toUpperCase());
  const verb = secondFactor.roles === null || secondFactor.roles.length === 1 ? "needs" : "need";
  return [{ what: "second factor", sentence: `${who} ${verb} a second factor to sign in: a code from an app, or a passkey.`, span: secondFactor.source }];
}

function attributeSentence({ name: called, about }: Product, name: AboutAttribute): string {
  switch (name) {
    case "Name":
      return `The product is called ${called}.`;
    case "Language":
      if (about.languages) return `People can use the product in ${list(about.languages.map(languageName))}. The default is ${languageName(about.language)}.`;
      return /^en\b/.test(about.language)
        ? `The language of the product is English${about.language === "en" ? "" : ` (${about.language})`}.`
        : `The language of the product is ${languageName(about.language)}.`;
    case "Time zone":
      return `Dates and times are in the time zone ${about.timeZone}.`;
    case "Currency":
      return about.currency === null ? "The product has no currency of its own." : `Amounts of money are in ${about.currency} unless another currency is stated.`;
    case "Colour":
      return about.colour === null ? "The product has no colour of its own." : `The product's colour is ${about.colour}.`;
    case "Origins":
      return about.origins?.includes("*") ? "Pages of any origin may use the API." : `Pages of ${list(about.origins ?? [])} may use the API.`;
    case "API address":
      return `The derived API is at ${about.apiAddress ?? "/api"}.`;
    case "Logo":
      return about.logo === null ? "The product has no logo." : `The product's logo is ${about.logo}.`;
  }
}
