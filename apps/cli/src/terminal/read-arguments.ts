/** Parses a command's arguments strictly: an unknown option is an error that suggests the nearest known one. */
import { nearest } from "@nonet/source";
import { failure, success, type Result } from "./result.ts";

export interface ArgumentShape {
  /** Names of the positional arguments, in order; a name in brackets is optional. */
  readonly words: readonly string[];
  /** `values`: may be given more than once. */
  readonly options?: Readonly<Record<string, "flag" | "value" | "values">>;
}

export interface ParsedArguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  /** Of an option that may be given more than once. */
  readonly all: (option: string) => readonly string[];
  readonly has: (flag: string) => boolean;
}

export function readArguments(command: string, args: readonly string[], shape: ArgumentShape): Result<ParsedArguments> {
  const words: string[] = [];
  const options: Record<string, string> = {};
  const lists = new Map<string, string[]>();
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [name, inline] = split(word);
    const kind = shape.options?.[name];
    if (!kind) return unknownOption(command, name, shape);
    if (name in options) return failure(`--${name} is given more than once.`);
    if (kind === "flag") {
      if (inline !== undefined) return failure(`--${name} doesn't take a value.`);
      options[name] = "";
      continue;
    }
    const value = inline ?? args[++i];
    if (value === undefined || (inline === undefined && value.startsWith("--"))) return failure(`--${name} needs a value.`);
    if (kind === "values") lists.set(name, [...(lists.get(name) ?? []), value]);
    else options[name] = value;
  }
  const usage = `nonet ${command} ${shape.words.join(" ")}`;
  const needed = shape.words.filter((w) => !w.startsWith("["));
  if (words.length < needed.length) return failure(`Missing argument ${needed[words.length]}. Usage: ${usage}`);
  if (words.length > shape.words.length) return failure(`Unexpected argument "${words[shape.words.length]}". Usage: ${usage}`);
  return success({ words, options, all: (option) => lists.get(option) ?? [], has: (flag) => flag in options });
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

function unknownOption(command: string, name: string, shape: ArgumentShape): { ok: false; message: string } {
  const known = Object.keys(shape.options ?? {});
  const suggestion = nearest(name, known);
  const hint = suggestion ? `Did you mean --${suggestion}?` : known.length > 0 ? `Its options are ${known.map((o) => `--${o}`).join(", ")}.` : "It has no options.";
  return failure(`\`nonet ${command}\` has no option --${name}. ${hint}`);
}
