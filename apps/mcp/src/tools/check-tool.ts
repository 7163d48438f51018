/** `nonet_check`: diagnostics with their fixes, what is open, and the text with all certain fixes. */
import { mended } from "@nonet/services";
import { documentOf, linesOf, type Tool } from "../contract/tool.ts";

export const checkTool: Tool = {
  name: "nonet_check",
  description:
    "Checks a specification. Answers with errors, warnings and their fixes by line, and with open points. With `fix`, also the text with all certain fixes applied. Repeat until there are no errors.",
  properties: { fix: { type: "boolean", description: "Also return the mended text." } },
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const { document } = found;
    const { compiled } = document;
    const line = linesOf(document);
    const diagnostics = [...compiled.diagnostics].sort((a, b) => a.span.from - b.span.from);
    const lines = diagnostics.map(({ severity, code, span, message, hint, fixes }) =>
      [`line ${line(span.from)}: ${severity} [${code}] ${message}`, ...(hint === undefined ? [] : [`  ${hint}`]), ...fixes.map((fix) => `  fix: ${fix.title}`)].join("\n"),
    );
    const open = compiled.open.map(
      ({ what, source, affects }) => `line ${line(source.from)}: ${what}${affects.length === 0 ? "" : `; affects ${affects.map((one) => one.what).join(", ")}`}`,
    );
    const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length;
    return [
      `${count("error")} errors, ${count("warning")} warnings, ${count("hint")} hints, ${compiled.open.length} not shown, ${compiled.enforced} statements enforced, ${compiled.prose.length} passages of prose.`,
      ...lines,
      ...(open.length === 0 ? [] : ["", "Not shown (legal: fill in only what the brief says):", ...open]),
      ...(input["fix"] === true ? ["", mendedText(document.sources[0]!.text)] : []),
    ].join("\n");
  },
};

function mendedText(text: string): string {
  const { sources, fixed } = mended([{ name: "specification.md", text }]);
  return fixed === 0 ? "No fix is certain: the text is unchanged." : `The text with ${fixed} ${fixed === 1 ? "problem" : "problems"} fixed:\n\n${sources[0]!.text}`;
}
