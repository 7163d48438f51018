/** `nonet_explain`: what the document says, as sentences. */
import { fold } from "@nonet/feel";
import { defaultsInForce } from "@nonet/model";
import { nearest } from "@nonet/source";
import { documentOf, linesOf, type Tool } from "../contract/tool.ts";

export const explainTool: Tool = {
  name: "nonet_explain",
  description: "Says each element of a specification as one sentence with its line. Compare the sentences with the brief.",
  properties: { name: { type: "string", description: "Only elements with this in their name, such as Loan or due date." } },
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const { document } = found;
    const name = input["name"] === undefined ? null : String(input["name"]);
    const chosen = name === null ? document.sentences : document.sentences.filter(({ what }) => fold(what).includes(fold(name)));
    if (name !== null && chosen.length === 0) {
      const near = nearest(
        name,
        document.sentences.map(({ what }) => what),
      );
      return { problem: `The specification has nothing called "${name}".${near ? ` Did you mean "${near}"?` : ""}` };
    }
    const line = linesOf(document);
    const lines = chosen.map(({ sentence, span }) => `${span ? `line ${line(span.from)}` : "default"}: ${sentence}`);
    return [...lines, ...(name === null ? ["", "Defaults that apply:", ...defaultsInForce(document.product).map(({ number, text }) => `${number}. ${text}`)] : [])].join("\n");
  },
};
