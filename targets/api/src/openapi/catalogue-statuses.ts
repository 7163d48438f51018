/** The statuses that the document's error catalogue adds to those of an operation. */
import { builtInErrorCodes, type Product } from "@nonet/model";
import type { Operation } from "./operation.ts";

const builtIn = new Set<string>(builtInErrorCodes);

/** A change can meet any rule. Reading raises built-in errors only, to which the document may give another status. */
export function withCatalogueStatuses(product: Product, operation: Operation): Operation {
  const changes = operation.method !== "get";
  const own = product.errors.filter(({ code, status }) => status >= 400 && (changes || builtIn.has(code))).map(({ status }) => status);
  const calls = changes && product.calls.some(({ does }) => does.kind === "http") ? [502] : [];
  return { ...operation, refusals: [...new Set([...operation.refusals, ...own, ...calls])].sort((a, b) => a - b) };
}
