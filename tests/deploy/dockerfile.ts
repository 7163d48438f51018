/** Reads a Dockerfile into its instructions: continued lines joined, comments left out. */

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export function instructionsOf(text: string): readonly Instruction[] {
  return text
    .replace(/^#.*$/gm, "")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [null, "", line];
      return { name: name!, rest: rest!.trim() };
    });
}

/** Those of the last stage, which is the image. */
export const lastStage = (all: readonly Instruction[]): readonly Instruction[] => all.slice(all.findLastIndex(({ name }) => name === "FROM"));

export const valueOf = (all: readonly Instruction[], name: string): string => all.findLast((one) => one.name === name)!.rest;
