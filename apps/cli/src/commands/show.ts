/** `nonet model`, `openapi`, `sql` and `diagram`: print what the specification is compiled to. */
import { openApi } from "@nonet/api";
import { planTables, systemTables } from "@nonet/database";
import type { Product } from "@nonet/model";
import { diagramsOf, mermaidOf } from "@nonet/services";
import { openSpecification, reportErrors } from "../specification/compile-specification.ts";
import { print } from "../terminal/print.ts";

/** The model is also printed for a document with errors, as far as it was understood; an API or a schema isn't. */
export const model = async (args: readonly string[]): Promise<number> => {
  const opened = await openSpecification("model", args);
  const code = reportErrors(opened);
  if (opened.ok) print(JSON.stringify(opened.value.compiled.product, null, 2));
  return code;
};
export const openapi = show("openapi", (product) => JSON.stringify(openApi(product), null, 2));
export const sql = show("sql", (product) => [systemTables(), ...planTables(product)].map(statement).join("\n\n"));

/** The state machines as Mermaid in Markdown; with `--all` also the entities, the screens and who can do what. */
export async function diagram(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("diagram", args, { all: "flag" });
  const refused = reportErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  const { compiled, given } = opened.value;
  const chosen = diagramsOf(compiled.product).filter(({ kind }) => kind === "states" || given.has("all"));
  if (chosen.length === 0) print("The specification has no state machine.");
  else print(chosen.map((one) => `## ${one.title}\n\n\`\`\`mermaid\n${mermaidOf(one)}\n\`\`\``).join("\n\n"));
  return 0;
}

function show(name: string, text: (product: Product) => string) {
  return async (args: readonly string[]): Promise<number> => {
    const opened = await openSpecification(name, args);
    const refused = reportErrors(opened);
    if (refused !== 0 || !opened.ok) return refused;
    print(text(opened.value.compiled.product));
    return 0;
  };
}

const statement = (text: string): string => (/;\s*$/.test(text) ? text.trim() : `${text.trim()};`);
