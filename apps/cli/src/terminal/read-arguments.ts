/** Reads a command's words strictly: an option it doesn't know is a mistake with the nearest one it does. */
import { nearest } from "@nonet/source";
import { done, mistake, type Attempt } from "./attempt.ts";

export interface Shape {
  /** Names of what stands without dashes, in order; a name in brackets may be left out. */
  readonly words: readonly string[];
  readonly options?: Readonly<Record<string, "flag" | "value">>;
}

export interface Given {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly has: (flag: string) => boolean;
}

export function readArguments(command: string, args: readonly string[], shape: Shape): Attempt<Given> {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [name, inline] = split(word);
    const kind = shape.options?.[name];
    if (!kind) return unknownOption(command, name, shape);
    if (name in options) return mistake(`--${name} is given twice.`);
    if (kind === "flag") {
      if (inline !== undefined) return mistake(`--${name} takes no value.`);
      options[name] = "";
      continue;
    }
    const value = inline ?? args[++i];
    if (value === undefined || (inline === undefined && value.startsWith("--"))) return mistake(`--${name} needs a value after it.`);
    options[name] = value;
  }
  const needed = shape.words.filter((w) => !w.startsWith("["));
  if (words.length < needed.length) return mistake(`\`nonet ${command}\` needs ${needed[words.length]}: nonet ${command} ${shape.words.join(" ")}`);
  if (words.length > shape.words.length) return mistake(`"${words[shape.words.length]}" is one word too many: nonet ${command} ${shape.words.join(" ")}`);
  return done({ words, options, has: (flag) => flag in options });
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

function unknownOption(command: string, name: string, shape: Shape): { ok: false; sentence: string } {
  const known = Object.keys(shape.options ?? {});
  const meant = nearest(name, known);
  const way = meant ? `did you mean --${meant}?` : known.length > 0 ? `it has ${known.map((o) => `--${o}`).join(", ")}.` : "it has none.";
  return mistake(`\`nonet ${command}\` has no option --${name}; ${way}`);
}
