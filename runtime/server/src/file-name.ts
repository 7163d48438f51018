/**
 * What an uploaded file is called (default 63): as its sender calls it, but for folders and for signs that nobody sees
 * and that make a name look like another: those that turn the direction of writing (`invoice⟨U+202E⟩fdp.exe` looks like a
 * PDF), that end a line, or that control a terminal.
 */

const longest = 200;

/** Signs of control, of direction (UAX #9) and of nothing; not those that join letters (U+200C, U+200D), which words need. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** "" where nothing of it is left. */
export function fileName(sent: string): string {
  const name = sent.split(/[\\/]/).at(-1)!.replace(unseen, "").trim();
  return [...name].slice(0, longest).join("").trim();
}
