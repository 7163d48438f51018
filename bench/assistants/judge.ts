/** Judges a document against its task: errors, inventions, losses, open points, and the Examples that the assistant didn't see. */
import { fold } from "@nonet/feel";
import type { Example, Product } from "@nonet/model";
import { type CheckedDocument, makeDocumentChecker } from "@nonet/services";
import { elementsOf } from "./elements.ts";
import type { Task } from "./task.ts";

export interface Verdict {
  readonly solved: boolean;
  readonly errors: readonly string[];
  /** What the document states although neither the brief nor its start does. */
  readonly invented: readonly string[];
  /** What the start says, the change leaves alone, and the document no longer says. */
  readonly lost: readonly string[];
  /** What the start says, the brief takes back, and the document still says. */
  readonly leftOver: readonly string[];
  /** Points that the brief leaves open and the document doesn't. */
  readonly closed: readonly string[];
  /** Examples that fail, the hidden ones and those of the document. */
  readonly failed: readonly string[];
}

/** Runs the Examples of a product; a text says why they can't be run. */
export type RunExamples = (
  product: Product,
) => Promise<readonly { readonly title: string; readonly failure: { readonly expected: string; readonly seen: string } | null }[] | string>;

/** Examples run only if nothing else is wrong: a document that is refused already needs no database. */
export async function judge(task: Task, text: string, runExamples: RunExamples): Promise<Verdict> {
  const shown = judgeText(task, text);
  if (!shown.solved) return shown;
  const { product } = check(withHidden(text, task));
  const results = product.examples.length === 0 ? [] : await runExamples(product);
  if (typeof results === "string") throw new Error(results);
  const failed = results.flatMap(({ title, failure }) => (failure && !task.mayFail.includes(title) ? [`${title}: expected ${failure.expected}, but ${failure.seen}`] : []));
  return { ...shown, failed, solved: failed.length === 0 };
}

/** What shows without running anything. */
export function judgeText(task: Task, text: string): Verdict {
  const document = check(text);
  const [start, reference] = [check(task.start), check(task.reference)];
  const errors = errorsOf(document);
  const expected = elementsOf(reference.product);
  const stated = elementsOf(document.product);
  const had = elementsOf(start.product);
  const isAllowed = (name: string): boolean => expected.has(name) || task.allowed.some((pattern) => pattern.test(name));
  const unexpected = [...stated].filter((name) => !isAllowed(name));
  const invented = unexpected.filter((name) => !had.has(name));
  // A document can be mended in several ways, and its Examples tell whether it is.
  const leftOver = task.kind === "mend" ? [] : unexpected.filter((name) => had.has(name));
  const open = new Set(document.compiled.open.map(({ what }) => fold(what)));
  const closed = task.open.filter((what) => !open.has(fold(what)));
  const lost = task.kind === "specify" ? [] : lostFrom(start, reference, document);
  const failed = errors.length > 0 ? [] : errorsOf(check(withHidden(text, task))).map((message) => `a hidden Example can't be read: ${message}`);
  return { errors, invented, lost, leftOver, closed, failed, solved: [errors, invented, lost, leftOver, closed, failed].every((list) => list.length === 0) };
}

/** The sentences and Examples that start and reference share are none of the change. */
function lostFrom(start: CheckedDocument, reference: CheckedDocument, document: CheckedDocument): readonly string[] {
  return [sentencesOf, examplesOf].flatMap((said) => {
    const [kept, now] = [said(reference), said(document)];
    return [...said(start)].filter((one) => kept.has(one) && !now.has(one));
  });
}

const sentencesOf = ({ sentences }: CheckedDocument): ReadonlySet<string> => new Set(sentences.filter(({ span }) => span !== null).map(({ sentence }) => sentence));

const examplesOf = ({ product, sources }: CheckedDocument): ReadonlySet<string> => new Set(product.examples.map((one) => textOf(one, sources[0]!.text)));

const textOf = ({ source }: Example, text: string): string =>
  text
    .slice(source.from, source.to)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

const withHidden = (text: string, { hidden }: Task): string => (hidden === "" ? text : `${text.trimEnd()}\n\n${hidden}`);

/** One checker for all: the documents of a task differ in a few lines. */
const checker = makeDocumentChecker();
const known = new Map<string, CheckedDocument>();

function check(text: string): CheckedDocument {
  const found = known.get(text) ?? checker.check([{ name: "specification.md", text }]);
  known.set(text, found);
  return found;
}

const errorsOf = ({ compiled }: CheckedDocument): readonly string[] => compiled.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
