/** Where an attribute stands in a call's section: the model keeps what it means, and of most no place. */
import type { Product } from "@nonet/model";
import type { Span } from "@nonet/source";

/** The attribute's own bullet; the section where there is none of that name. */
export function attributeSpan({ sources }: Product, section: Span, label: string): Span {
  const text = sources[section.file]?.text.slice(section.from, section.to) ?? "";
  const bullet = label === "" ? null : new RegExp(`^[ \\t]*[-*+][ \\t]+\\**${label}\\**[ \\t]*:[^\\n]*`, "im").exec(text);
  return bullet ? { file: section.file, from: section.from + bullet.index, to: section.from + bullet.index + bullet[0].length } : section;
}
