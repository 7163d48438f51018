/**
 * The name of an uploaded file (default 63): its sender's name without folders, and without invisible characters that
 * make a name look like another one: those that reverse the text direction (`invoice⟨U+202E⟩fdp.exe` looks like a PDF),
 * end a line, or control a terminal.
 */

const maxLength = 200;

/** Control, direction (UAX #9) and zero-width characters; not the joiners U+200C and U+200D, which words need. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** "" if no visible character is left. */
export function fileName(sent: string): string {
  const name = sent.split(/[\\/]/).at(-1)!.replace(invisible, "").trim();
  return [...name].slice(0, maxLength).join("").trim();
}
