/** Finds `its bar code` and `the number of the Fee` where the content of a request or answer has a value: it would be sent as these words. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Story } from "../scope/example-scope.ts";

const possessive = /^(?:its|their|his|her)\s+(.+)$/i;
const owned = /^(?:the\s+)?(.+?)\s+of\s+(?:(?:the|this|that)\s+)?(?:(?:first|second|third|last)\s+)?(.+?)(?:\s+["“].*)?$/i;

/** Whether the words name a field of a record that the example speaks of. */
export function namesField({ entities }: Story, { text }: TextSpan): boolean {
  const its = possessive.exec(text)?.[1];
  if (its !== undefined) return entities.some(({ fields }) => fields.some(({ name }) => fold(name) === fold(its)));
  const [, field = "", record = ""] = owned.exec(text) ?? [];
  return entities.some(({ name, fields }) => [fold(name), fold(`the ${name}`)].includes(fold(record)) && fields.some((one) => fold(one.name) === fold(field)));
}
