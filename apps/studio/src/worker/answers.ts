/** The answers to questions about the checked document, by the functions that the language server uses too. */
import {
  type CheckedDocument,
  completionsAt,
  definitionsOf,
  diagramsOf,
  formattingEdits,
  hoverAt,
  makeDocumentChecker,
  mermaidOf,
  renameThing,
  roleAt,
  screensAt,
  thingAt,
} from "@nonet/services";
import type { QuestionName, Questions } from "../contract/messages.ts";

type Answers = { readonly [Name in QuestionName]: (document: CheckedDocument, asks: Questions[Name]["asks"]) => Questions[Name]["answer"] | Promise<Questions[Name]["answer"]> };

export const answers: Answers = {
  complete: (document, { file, offset }) => completionsAt(document, file, offset),
  hover: (document, { file, offset }) => hoverAt(document, file, offset),
  definition(document, { file, offset }) {
    const found = thingAt(document, file, offset);
    return found ? definitionsOf(document, found.thing) : [];
  },
  renamable(document, { file, offset }) {
    const found = thingAt(document, file, offset);
    return found && { name: found.thing.name, kind: found.thing.kind };
  },
  rename(document, { file, offset, to, stored }) {
    const found = thingAt(document, file, offset);
    return found
      ? renameThing(document, found.thing, to, { was: true, stored: stored && makeDocumentChecker().check(stored).product })
      : { refused: "Nothing here has a name that can be changed." };
  },
  format: (document, { file }) => formattingEdits(document, file),
  makes: (document, { file, offset }) => ({ screens: screensAt(document, file, offset), role: roleAt(document, file, offset) }),
  // The layout is loaded with the first diagram.
  diagrams: async ({ compiled }) => {
    const { placeDiagram } = await import("../diagrams/placed-diagram.ts");
    return diagramsOf(compiled.product).map((diagram) => ({ diagram: placeDiagram(diagram), mermaid: mermaidOf(diagram) }));
  },
};
