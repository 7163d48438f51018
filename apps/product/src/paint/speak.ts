/** The interface's texts on the server, which has all catalogues at hand. */
import { catalogueOf, type CompiledTexts } from "@nonet/texts";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { languageTag } from "../format/language-tag.ts";
import de from "../texts/de.json" with { type: "json" };
import en from "../texts/en.json" with { type: "json" };
import { type Catalogue, takeCatalogue } from "../texts/texts.ts";

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de };
const known = new Map<string, Catalogue>();

/** Texts are in this language from here on. `language`: as the product's data name it. */
export function speak(language: string): void {
  const name = catalogueOf(languageTag(language));
  const catalogue = known.get(name) ?? { language: name, messages: compiled(name) };
  known.set(name, catalogue);
  takeCatalogue(catalogue);
}

/** A text that a catalogue lacks is English. Each text is compiled when it is needed first. */
function compiled(name: string): CompiledTexts {
  const all: Readonly<Record<string, string>> = { ...en, ...texts[name] };
  const found: CompiledTexts = {};
  return new Proxy(found, { get: (_, key: string) => (all[key] === undefined ? undefined : (found[key] ??= compileMessage(all[key]))) });
}
