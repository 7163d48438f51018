/** `nonet_examples` runs the examples of a document; `nonet_rehearse` runs steps that the document doesn't have. Both in empty products of their own. */
import type { Product } from "@nonet/model";
import type { ExampleReport, Host } from "../contract/host.ts";
import { checked, documentOf, errorsIn, type Tool } from "../contract/tool.ts";

export const examplesTool: Tool = {
  name: "nonet_examples",
  description: "Runs the Examples of a specification, each in an empty product, and says which fail: what was expected and what happened.",
  properties: { title: { type: "string", description: "Only the Example with this title." } },
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const errors = errorsIn(found.document);
    if (errors) return { problem: errors };
    const { product } = found.document;
    const title = input["title"];
    const examples = title === undefined ? product.examples : product.examples.filter((one) => one.title === title);
    if (examples.length === 0)
      return title === undefined
        ? "The document has no Examples."
        : { problem: `The document has no Example "${String(title)}". It has: ${product.examples.map((one) => one.title).join("; ")}.` };
    return run({ ...product, examples }, host);
  },
};

export const rehearseTool: Tool = {
  name: "nonet_rehearse",
  description:
    "Tries steps in an empty product that runs the specification, as any person and at any time, and says what happened. Steps are written like those of an Example: Given, When, Then.",
  properties: {
    steps: {
      type: "array",
      items: { type: "string" },
      description: 'Such as: Given a Tool "Drill"; When Neighbour "Bo" creates a Lending with tool "Drill"; Then it is accepted.',
    },
  },
  required: ["steps"],
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const errors = errorsIn(found.document);
    if (errors) return { problem: errors };
    const steps = (input["steps"] as readonly unknown[])
      .map((step) =>
        String(step)
          .replace(/\s+/g, " ")
          .replace(/^[-*]\s*/, "")
          .trim(),
      )
      .filter((step) => step !== "");
    if (steps.length === 0) return { problem: 'Send at least one step, such as `Given a Tool "Drill"`.' };
    const text = `${found.document.sources[0]!.text.trimEnd()}\n\nExample: ${rehearsal}\n${steps.map((step) => `- ${step}`).join("\n")}\n`;
    const document = checked(text);
    const wrong = document.compiled.diagnostics.filter(({ severity, span }) => severity === "error" && span.from >= text.lastIndexOf(`Example: ${rehearsal}`));
    if (wrong.length > 0) return { problem: `A step can't be read:\n${wrong.map(({ message, span }) => `"${text.slice(span.from, span.to)}": ${message}`).join("\n")}` };
    const outcome = await host.runExamples({ ...document.product, examples: document.product.examples.filter(({ title }) => title === rehearsal) });
    if (typeof outcome === "string") return { problem: outcome };
    return happened(outcome[0], steps, text);
  },
};

const rehearsal = "nonet rehearsal of steps";

/** The steps up to the one that went another way. */
function happened(report: ExampleReport | undefined, steps: readonly string[], text: string): string {
  const failure = report?.failure ?? null;
  if (!failure) return `Everything happened as written:\n${steps.map((step) => `done: ${step}`).join("\n")}`;
  const first = text.slice(0, text.lastIndexOf(`Example: ${rehearsal}`)).split("\n").length + 1;
  const at = failure.line === null ? steps.length : failure.line - first;
  return [...steps.slice(0, at).map((step) => `done: ${step}`), `otherwise: ${steps[at] ?? failure.expected}`, `expected: ${failure.expected}`, `actual: ${failure.seen}`].join(
    "\n",
  );
}

async function run(product: Product, host: Host): Promise<string | { readonly problem: string }> {
  const outcome = await host.runExamples(product);
  if (typeof outcome === "string") return { problem: outcome };
  const failed = outcome.filter(({ failure }) => failure !== null).length;
  const lines = outcome.map(({ title, failure }) =>
    failure ? `FAILED ${title}${failure.line === null ? "" : ` (line ${failure.line})`}\n  expected: ${failure.expected}\n  actual: ${failure.seen}` : `passed ${title}`,
  );
  return [`${outcome.length - failed} passed, ${failed} failed`, ...lines].join("\n");
}
