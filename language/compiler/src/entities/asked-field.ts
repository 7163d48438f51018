/** Compiles a field of an action's or a call's input. */
import { fold } from "@nonet/feel";
import { type Field, type FieldType, isGenerated } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { currencyOf } from "../declare/currency.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { readTyped } from "../syntax/entities/field-attributes.ts";
import type { RawField } from "../syntax/entities/field.ts";
import { bare, slice, spaced } from "../text/split.ts";
import { acceptedType } from "./types/accepted-type.ts";
import { checkInputField } from "./check-field.ts";
import { fieldOf, type FieldScope } from "./field.ts";

/** An action's input can read the record; a call's can't. */
export function inputField(ctx: PointCompiler, draft: EntityDraft, given: RawField, scope: FieldScope): Field | null {
  const written = { ...given, name: separateName(ctx, given.name) };
  const typed = readTyped(written, { entity: (n) => ctx.declared.entities.get(fold(n))?.name, currency: currencyOf(ctx.tree) });
  const raw = checkInputField(ctx, typed.raw);
  const name = spaced(bare(raw.name).text);
  const { reading } = typed;
  const type = acceptedType(ctx, draft, name, raw, reading);
  if (type && cannotBeInput(type)) {
    ctx.report(
      "asked-attribute",
      raw.type.span,
      `"${name}" can't be input: ${type.kind === "inverse" ? "it is the list of records that refer to this one" : "the product sets it itself"}.`,
    );
    return null;
  }
  return type && fieldOf(ctx, draft, name, type, raw, scope);
}

/** `title: text, required photos: images`: an attribute of the field before it is no part of the name. */
function separateName(ctx: PointCompiler, words: TextSpan): TextSpan {
  const attribute = /^(?:required|mandatory|optional|unique)\s+(?=\S)/i.exec(words.text)?.[0];
  if (attribute === undefined) return words;
  const name = slice(words, attribute.length);
  ctx.report("missing-semicolon", name.span, `A semicolon is missing before "${name.text}": without it, "${words.text}" is the name of one field.`, {
    fixes: [{ title: "Add the semicolon", edits: [{ span: { ...name.span, from: name.span.from - 1, to: name.span.from }, text: "; " }] }],
  });
  return name;
}

const cannotBeInput = (type: FieldType): boolean => isGenerated(type) || type.kind === "inverse";
