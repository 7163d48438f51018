/** Reads an entity's heading: its name, its plural, and the entity that it is part of. */
import { fold } from "@nonet/feel";
import type { Bullet, Section, TextSpan } from "@nonet/notation";
import { bare, slice, spaced, spacedWords, split } from "../text/split.ts";

/** `Order line (part of Order, plural Lines)`. */
export function headingOf(section: Section): { name: TextSpan; whole: TextSpan | null; plural: string | null } {
  const match = /^(.*?)\s*\(([^()]*)\)$/.exec(section.title.text);
  if (!match || !/\b(part of|plural)\b/i.test(match[2]!)) return { name: spacedWords(bare(section.title)), whole: null, plural: null };
  const inner = slice(section.title, section.title.text.lastIndexOf("(") + 1, section.title.text.length - 1);
  const parts = split(inner, ",;");
  const whole = parts.find((part) => /^part of\s/i.test(part.text));
  const plural = parts.find((part) => /^plural\s/i.test(part.text));
  return { name: spacedWords(slice(section.title, 0, match[1]!.length)), whole: whole ? slice(whole, 8) : null, plural: plural ? spaced(plural.text.slice(7).trim()) : null };
}

export function pluralAttribute(section: Section): string | null {
  const bullet = section.blocks.find((block): block is Bullet => block.kind === "bullet" && fold(block.label?.text ?? "") === "plural");
  return bullet?.value?.text ? spaced(bare(bullet.value).text) : null;
}
