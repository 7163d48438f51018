/** Says each example: what it shows, in the document's own steps. */
import type { Product } from "@nonet/model";
import type { Said, Saying } from "../text/english.ts";

export const exampleSentences = (said: Saying, product: Product): Said[] =>
  product.examples.map((example) => ({
    what: `example "${example.title}"`,
    sentence: `The example "${example.title}" has the steps: ${example.steps
      .map((step) => said(step.source).replace(/[.;]$/, ""))
      .filter((step, i, all) => step !== all[i - 1])
      .join("; ")}.`,
    span: example.source,
  }));
