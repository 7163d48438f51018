/** Fills the messages of one catalogue, by key. The messages are compiled, so that a browser needs no parser. */
import { type Messages, setupI18n } from "@lingui/core";

export type TextValues = Readonly<Record<string, unknown>>;

/** Messages by key, compiled from ICU MessageFormat. */
export type CompiledTexts = Messages;

export function translator(language: string, messages: CompiledTexts): (key: string, values?: TextValues) => string {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return (key, values) => {
    const message = messages[key];
    // Compiled, a text without placeholders is itself; Lingui would take it for one that isn't compiled.
    if (typeof message === "string" && message !== "") return message;
    // The build numbers the keys, and Lingui takes only texts.
    return i18n._(String(key), values as Record<string, unknown> | undefined);
  };
}
