/** How the elements of a page stand together: a picture at the start beside the first words, numbers in a row, pictures in a row. */
import type { PageElementData } from "./screen-data.ts";

type Of<K extends PageElementData["kind"]> = Extract<PageElementData, { readonly kind: K }>;

export type PageBlock =
  | { readonly kind: "numbers"; readonly numbers: readonly Of<"number">[] }
  | { readonly kind: "pictures"; readonly pictures: readonly Of<"picture">[] }
  | Of<"prose" | "list" | "chart" | "form">;

export interface PageParts {
  /** A page that begins with a picture shows it beside its title and its first paragraph. */
  readonly hero: { readonly picture: Of<"picture">; readonly lead: string } | null;
  readonly blocks: readonly PageBlock[];
}

/** CSS pixels that a picture takes at most: beside the title, alone, or in a row. */
export const pictureWidths = { hero: 640, alone: 1120, inRow: 560 } as const;

export function pagePartsOf(elements: readonly PageElementData[]): PageParts {
  const [first, second] = elements;
  if (first?.kind !== "picture") return { hero: null, blocks: blocksOf(elements) };
  const { lead, rest } = second?.kind === "prose" ? leadOf(second.text) : { lead: "", rest: "" };
  const after = second?.kind === "prose" ? [...(rest === "" ? [] : [{ kind: "prose" as const, text: rest }]), ...elements.slice(2)] : elements.slice(1);
  return { hero: { picture: first, lead }, blocks: blocksOf(after) };
}

/** The first paragraph. A heading, a list or a table isn't one. */
function leadOf(prose: string): { readonly lead: string; readonly rest: string } {
  const [first = "", ...others] = prose.trim().split(/\n\s*\n/);
  return /^\s*(#|[-*+|]\s|\d+[.)]\s|\|)/.test(first) ? { lead: "", rest: prose } : { lead: first, rest: others.join("\n\n") };
}

function blocksOf(elements: readonly PageElementData[]): readonly PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const element of elements) {
    const last = blocks.at(-1);
    if (element.kind === "number") {
      if (last?.kind === "numbers") blocks[blocks.length - 1] = { ...last, numbers: [...last.numbers, element] };
      else blocks.push({ kind: "numbers", numbers: [element] });
    } else if (element.kind === "picture") {
      if (last?.kind === "pictures") blocks[blocks.length - 1] = { ...last, pictures: [...last.pictures, element] };
      else blocks.push({ kind: "pictures", pictures: [element] });
    } else blocks.push(element);
  }
  return blocks;
}
