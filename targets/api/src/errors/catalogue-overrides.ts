/** Replaces the text, code and status of a built-in error by an entry of the document's error catalogue (`NOT_FOUND | 404 | …`), and says where the API explains it. */
import type { ErrorEntry, Product } from "@nonet/model";
import { atApiAddress } from "../requests/api-address.ts";
import { builtInErrors } from "./built-in-errors.ts";
import type { Problem } from "./problem.ts";

const fold = (code: string): string => code.toLowerCase().replace(/[\s_-]+/g, "-");

/** Only entries without expressions apply, because a request may fail before a record is known. An entry without a message keeps the built-in one. */
export function overrideBuiltIn(product: Product, problem: Problem): Problem {
  const own = worded(product, problem);
  return product.about.apiAddress === undefined ? own : { ...own, type: atApiAddress(product, own.type) };
}

function worded(product: Product, problem: Problem): Problem {
  const entryOf = (code: string): ErrorEntry | undefined =>
    builtInErrors.some((e) => e.code === code) ? product.errors.find((e) => fold(e.code) === code && e.message.every((part) => typeof part === "string")) : undefined;
  const own = entryOf(problem.code);
  if (!own && !problem.errors.some((e) => entryOf(e.code))) return problem;
  const errors = problem.errors.map((error) => {
    const entry = entryOf(error.code);
    return entry ? { ...error, code: entry.code, detail: entry.message.join("") || error.detail } : error;
  });
  if (!own) return { ...problem, errors };
  const status = own.status >= 400 && own.status <= 599 ? own.status : problem.status;
  return { ...problem, type: `/api/docs#error-${encodeURIComponent(own.code)}`, status, code: own.code, detail: own.message.join("") || problem.detail, errors };
}
