/** `nonet_ask`: questions whose answers are spread over a document. */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { type CheckedDocument, dependentsOf, describeThing, thingsNamed } from "@nonet/services";
import { nearest } from "@nonet/source";
import { documentOf, linesOf, type Tool } from "../contract/tool.ts";

const forms = "Ask `what may ROLE do?` (a role, anyone or everyone), or `what depends on NAME?` (an entity, Loan.due date, a state, a role, a code, a constant, a call, a screen).";

export const askTool: Tool = {
  name: "nonet_ask",
  description: `Answers a question about a specification. ${forms}`,
  properties: { question: { type: "string" } },
  required: ["question"],
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const question = String(input["question"]).trim().replace(/[?.]$/, "");
    const may = /^what (?:may|can) (?:an? |the )?(.+?) do$/i.exec(question)?.[1];
    if (may !== undefined) return whatMay(found.document, may);
    const on = /^(?:what|which lines?) (?:depends?|uses?|mentions?|refers?)(?: on| to)? (?:the )?(.+)$/i.exec(question)?.[1];
    return on === undefined ? { problem: `This question isn't understood. ${forms}` } : whatDepends(found.document, on);
  },
};

function whatMay(document: CheckedDocument, name: string): string | { readonly problem: string } {
  const { product, sentences } = document;
  const roles = rolesOf(product, name);
  if (roles.length === 0) {
    const known = [...product.permissions.roles.map((role) => role.name), "anyone", "everyone"];
    const near = nearest(name, known);
    return { problem: `Point 6 has no role "${name}".${near ? ` Did you mean "${near}"?` : ""} It has: ${known.join(", ")}.` };
  }
  const spoken = roles.map((role) => new RegExp(`(?<![\\p{L}\\p{N}])${role.replace(/[^\p{L}\p{N}]+/gu, "\\W+")}(?![\\p{L}\\p{N}])`, "iu"));
  const line = linesOf(document);
  const found = sentences.filter(({ sentence }) => /\b(?:may|can open|can run|never)\b/.test(sentence) && spoken.some((one) => one.test(sentence)));
  if (found.length === 0) return product.permissions.written ? `${name} may do nothing.` : "Point 6 is not shown: only the Owner may do anything.";
  return [`${name} has the permissions of: ${roles.join(", ")}.`, ...found.map(({ sentence, span }) => `${span ? `line ${line(span.from)}` : "default"}: ${sentence}`)].join("\n");
}

/** The role with those that it includes, and the groups to which everybody belongs. */
function rolesOf({ permissions }: Product, name: string): readonly string[] {
  if (fold(name) === "anyone") return ["anyone"];
  if (fold(name) === "everyone") return ["everyone", "anyone"];
  const role = permissions.roles.find((one) => fold(one.name) === fold(name) || fold(`${one.name}s`) === fold(name));
  return role ? [...role.includes, "everyone", "anyone"] : [];
}

function whatDepends(document: CheckedDocument, name: string): string | { readonly problem: string } {
  const { things, near } = thingsNamed(document, name);
  if (things.length === 0) return { problem: `The specification has nothing called "${name}".${near === null ? "" : ` Did you mean "${near}"?`}` };
  const line = linesOf(document);
  return things
    .map((thing) => {
      const found = dependentsOf(document, thing);
      const lines = found.map(({ span, sentence }) => `line ${line(span.from)}: ${sentence}`);
      return [
        `${found.length === 0 ? "Nothing mentions" : `${found.length} ${found.length === 1 ? "line mentions" : "lines mention"}`} the ${describeThing(thing)}${found.length === 0 ? "." : ":"}`,
        ...lines,
      ].join("\n");
    })
    .join("\n\n");
}
