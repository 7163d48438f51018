/** Imports for an assistant: nothing is written, and no value of a record is shown. */
import { totalOf, totalsByKind, verified } from "@nonet/import";
import { sourceKinds } from "./source-kinds.ts";

export async function importForAssistants(kind: string, from: string): Promise<{ readonly account: string; readonly text: string } | { readonly problem: string }> {
  const known = sourceKinds[kind];
  if (!known) return { problem: `Nothing is imported from "${kind}". Send \`kind\` as ${Object.keys(sourceKinds).join(", ")}.` };
  const source = await known.read(from);
  if (!source.ok) return { problem: source.message };
  const { made, text } = verified((refused) => source.value.make({ refused, names: new Map() }));
  // The hints about a file's columns quote its values.
  const shown = kind === "csv" ? text.replace(/^<!-- hint .*-->\n+/gm, "") : text;
  return { account: [`${totalOf(made.account)}.`, ...totalsByKind(made.account)].join("\n"), text: shown };
}
