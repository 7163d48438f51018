/** `nonet_guide`: how to write a specification, by section. */
import { guideSections } from "../contract/guide.ts";
import type { Tool } from "../contract/tool.ts";

export const guideTool: Tool = {
  name: "nonet_guide",
  description: "How to write a Nonet specification. Read it before you write one. Without `section`: the list of sections and the rules.",
  properties: { section: { type: "string", description: "Such as Skeleton, Vocabulary, Common mistakes." } },
  onDocument: false,
  async answer({ section }, host) {
    const text = await host.readGuide();
    if (text === null) return { problem: "The guide is missing in this installation." };
    const sections = guideSections(text);
    const titles = sections.map(({ title }) => title).join(", ");
    if (section === undefined) return `Sections: ${titles}.\n\n${sections[0]?.text ?? ""}`;
    const wanted = String(section).toLowerCase();
    const found = sections.find(({ title }) => title.toLowerCase().includes(wanted));
    return found ? found.text : { problem: `The guide has no section "${String(section)}". It has: ${titles}.` };
  },
};
