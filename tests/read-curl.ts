/** Reads the curl commands of the documentation, so that a test can send them where there is no curl. */

export interface CurlCommand {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** A form with this file. */
  readonly file: { readonly name: string; readonly type: string } | undefined;
  /** The variable that gets a value of the response: `NAME=$(curl … | jq -r .key)`. */
  readonly into: { readonly name: string; readonly key: string } | undefined;
}

export function readCurl(text: string, variables: Readonly<Record<string, string>>): CurlCommand {
  const [, name, inside, key] = /^(\w+)=\$\(([\s\S]*) \| jq -r \.(\w+)\)\s*$/.exec(text) ?? [];
  const words = wordsOf(inside ?? text, variables);
  if (words[0] !== "curl") throw new Error(`Not a curl command: ${text}`);
  const command = { method: "GET", url: "", headers: {} as Record<string, string>, body: undefined as string | undefined, file: undefined as CurlCommand["file"] };
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    if (word === "-N") continue;
    if (word === "-X") command.method = words[++i]!;
    else if (word === "-d") command.body = words[++i]!;
    else if (word === "-H") {
      const [header, value] = words[++i]!.split(/: (.*)/s) as [string, string];
      command.headers[header] = value;
    } else if (word === "-F") {
      const [, file, type] = /^file=@(.+);type=(.+)$/.exec(words[++i]!)!;
      command.file = { name: file!, type: type! };
    } else if (word.startsWith("-")) throw new Error(`An option of curl that isn't known here: ${word}`);
    else command.url = word;
  }
  return { ...command, into: name === undefined ? undefined : { name, key: key! } };
}

/** As a shell splits them: quotation marks, and variables outside of single ones. */
function wordsOf(text: string, variables: Readonly<Record<string, string>>): string[] {
  const filled = (part: string): string =>
    part.replace(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`The page uses $${name} before it has a value.`);
      return value;
    });
  const words: string[] = [];
  for (const [word] of text.replace(/\\\n/g, " ").matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g)) {
    const parts = [...word.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^'"]+)/g)];
    words.push(parts.map(([, single, double, plain]) => single ?? (double === undefined ? filled(plain!) : filled(double.replace(/\\(["\\$])/g, "$1")))).join(""));
  }
  return words;
}
