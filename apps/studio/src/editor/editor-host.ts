/** What the editor's features need from the page around them. */
import type { QuestionName, Questions } from "../contract/messages.ts";

export interface EditorHost {
  ask<Name extends QuestionName>(name: Name, about: Questions[Name]["asks"]): Promise<Questions[Name]["answer"]>;
  /** The file that the editor shows, by its index. */
  file(): number;
}
