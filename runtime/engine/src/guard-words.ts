/** Why a guard refuses, in the document's own words; default 57: these are for whoever is signed in, and others are told that much only. */
import type { Transition } from "@nonet/model";
import { wordsAt } from "./refusal.ts";
import type { Work } from "./work.ts";

type Asked = Pick<Work, "product" | "actor">;

export const guardDetail = (work: Asked, row: Transition, action: string): string => {
  const words = wordsOf(work, row);
  return words === null ? `${action} isn't possible now.` : `${action} is possible only when ${words}.`;
};

export const guardWhy = (work: Asked, row: Transition): string => {
  const words = wordsOf(work, row);
  return words === null ? "Not possible now." : `Possible only when ${words}.`;
};

const wordsOf = ({ product, actor }: Asked, row: Transition): string | null => (actor.kind === "anyone" ? null : wordsAt(product, row.guard!.source));
