/** Explains each example by its steps. */
import type { Product } from "@nonet/model";
import type { Sentence, TextAt } from "./sentence.ts";

export const exampleSentences = (textAt: TextAt, product: Product): Sentence[] =>
  product.examples.map((example) => ({
    what: `example "${example.title}"`,
    sentence: `The example "${example.title}" has the steps: ${example.steps
      .map((step) => textAt(step.source).replace(/[.;]$/, ""))
      .filter((step, i, all) => step !== all[i - 1])
      .join("; ")}.`,
    span: example.source,
  }));
