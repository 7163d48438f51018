/** The tasks: one file per domain in `tasks/`, with a document that is right and the tasks that are made from it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { emptySpecification } from "../../apps/cli/src/specification/empty-specification.ts";

/** specify: a specification from a brief. change: of an existing one. mend: Examples that fail. leave open: the brief doesn't say everything, and neither may the result. */
export const taskKinds = ["specify", "change", "mend", "leave open"] as const;
export type TaskKind = (typeof taskKinds)[number];

export interface Task {
  readonly name: string;
  readonly kind: TaskKind;
  readonly domain: string;
  /** What the assistant gets, in the words of a business person. */
  readonly brief: string;
  /** The document that the assistant gets: for a new specification, nine points that are not shown. */
  readonly start: string;
  /** A solution by the author of the task. */
  readonly reference: string;
  /** A wrong solution that states what the brief doesn't. */
  readonly inventing: string;
  /** Examples that the assistant doesn't see. */
  readonly hidden: string;
  /** The open points that must be left open, by their names in `nonet check`. */
  readonly open: readonly string[];
  /** What a solution may state beyond the reference. */
  readonly allowed: readonly RegExp[];
  /** Titles of Examples of the start that need what is left open. */
  readonly mayFail: readonly string[];
}

/** `[old, new]`: the first text, which occurs once, is replaced by the second. */
type Edit = readonly [string, string];

interface WrittenTask {
  readonly name: string;
  readonly kind: TaskKind;
  readonly brief: string;
  /** What makes the start from the domain's document; `new` for an empty one. */
  readonly start?: "new" | readonly Edit[];
  /** What makes the reference from the domain's document. */
  readonly reference?: readonly Edit[];
  /** Examples at the end of the start and of the reference. */
  readonly visible?: string;
  /** What makes the inventing solution from the reference. */
  readonly inventing: readonly Edit[];
  readonly hidden?: string;
  readonly open?: readonly string[];
  /** Regular expressions of what a solution may state beyond the reference. */
  readonly allowed?: readonly string[];
  readonly mayFail?: readonly string[];
}

const folder = join(import.meta.dirname, "tasks");

export function readTasks(): readonly Task[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .flatMap((file) => {
      const { domain, document, tasks } = parse(readFileSync(join(folder, file), "utf8")) as { domain: string; document: string; tasks: readonly WrittenTask[] };
      return tasks.map((task) => taskOf(task, domain, document));
    });
}

function taskOf(written: WrittenTask, domain: string, document: string): Task {
  const { name, kind, brief, hidden = "", open = [], allowed = [], mayFail = [] } = written;
  const place = (part: string): string => `${part} of ${name}`;
  const whole = written.visible === undefined ? document : `${document}\n${written.visible}`;
  const reference = edited(whole, written.reference ?? [], place("reference"));
  return {
    name,
    kind,
    domain,
    brief,
    start: written.start === "new" ? emptySpecification(domain) : edited(whole, written.start ?? [], place("start")),
    reference,
    inventing: edited(reference, written.inventing, place("inventing")),
    hidden,
    open,
    allowed: allowed.map((pattern) => new RegExp(pattern, "i")),
    mayFail,
  };
}

function edited(text: string, edits: readonly Edit[], place: string): string {
  return edits.reduce((before, [old, now]) => {
    const parts = before.split(old);
    if (parts.length !== 2) throw new Error(`The ${place}: "${old}" occurs ${parts.length - 1} times.`);
    return parts.join(now);
  }, text);
}
