/** `nonet_import`: a specification of what exists already, with the account of its objects. Reads no records. */
import type { Tool } from "../contract/tool.ts";

export const importTool: Tool = {
  name: "nonet_import",
  description:
    "Makes a specification of a PostgreSQL database (its catalogue, no records), an OpenAPI file or a folder of CSV files (their headers). Each line names its source; what the source doesn't say stays not shown. Writes nothing: a person runs `nonet import`.",
  properties: {
    kind: { enum: ["postgres", "openapi", "csv"] },
    source: { type: "string", description: "URL, or path in the working folder." },
  },
  required: ["kind", "source"],
  onDocument: false,
  async answer(input, host) {
    const made = await host.importFrom(String(input["kind"] ?? ""), String(input["source"] ?? ""));
    return "problem" in made ? made : `${made.account}\n\n${made.text}`;
  },
};
