/** When a rule's sentence says that it holds: `On creating a Hire, …`, `If …, then placing is refused`, `An Order can't be placed unless …`. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { slice } from "../text/split.ts";
import { draftCalled, momentOfDoing } from "./doing.ts";
import { conditionTexts } from "./sentence-subject.ts";

interface Place {
  /** The Entity cell that says the same. */
  readonly entity: TextSpan;
  readonly rest: TextSpan;
}

const anArticle = "(?:an?|the|any|every|each|all)";
const createdFirst = new RegExp(`^(?:on|when|upon|before|at)\\s+(?:the\\s+)?(?:creating|creation\\s+of|adding|making)\\s+(?:${anArticle}\\s+)?(?:new\\s+)?(.+)$`, "i");
const isCreated = new RegExp(`^(?:when|whenever)\\s+${anArticle}\\s+(?:new\\s+)?(.+?)\\s+(?:is|are)\\s+(?:being\\s+)?(?:created|added|made)$`, "i");
const isInState = new RegExp(`^(?:while|as\\s+long\\s+as)\\s+${anArticle}\\s+(.+?)\\s+(?:is|are)\\s+(.+)$`, "i");
const forEach = /^for\s+(?:an?|any|every|each|all|the)\s+(.+)$/i;
const onDoing = /^(?:on|when|upon)\s+(.+)$/i;

/** The moment with which a sentence begins, up to a comma. */
export function leadingMoment(ctx: PointCompiler, words: TextSpan): Place | null {
  const comma = /^((?:on|when|whenever|upon|before|at|while|as long as|for)\s[^,:`"]{1,80})[,:]\s+(?=\S)/i.exec(words.text);
  if (!comma) return null;
  const head = slice(words, 0, comma[1]!.length);
  const cell = cellOf(ctx, head.text);
  return cell === null ? null : { entity: { ...head, text: cell }, rest: slice(words, comma[0].length) };
}

function cellOf(ctx: PointCompiler, head: string): string | null {
  const created = (createdFirst.exec(head) ?? isCreated.exec(head))?.[1];
  const made = created === undefined ? undefined : draftCalled(ctx, created);
  if (made) return `${made.name}, on create`;
  const state = isInState.exec(head);
  const held = state && draftCalled(ctx, state[1]!);
  if (held) return `${held.name}, while ${state[2]!}`;
  const each = forEach.exec(head);
  const one = each && draftCalled(ctx, each[1]!);
  if (one) return one.name;
  const doing = onDoing.exec(head);
  return doing && momentOfDoing(ctx, doing[1]!, "");
}

const refused = "(?:is|are|will be|must be|shall be)\\s+(?:refused|rejected|denied|not\\s+(?:allowed|possible|permitted)|forbidden|impossible)";
const denied = "(?:can(?:no|['’])t|can\\s+not|may\\s+not|must\\s+not|mustn['’]t|shall\\s+not)\\s+be";
const condition = "(if|when|while|unless|as\\s+long\\s+as)";
/** `placing is refused`, `an Order can't be placed`. */
const refusedDoing = new RegExp(`^(.+?)\\s+${refused}$`, "i");
const deniedDeed = new RegExp(`^(?:an?|the|any)\\s+(.+?)\\s+${denied}\\s+(.+)$`, "i");
const behind = new RegExp(`^((?:.+?)\\s+(?:${refused}|${denied}\\s+\\S+(?:\\s+\\S+)?))\\s*,?\\s+${condition}\\s+(.+)$`, "is");

/** The rows that say what a sentence refuses: `If A, then placing is refused` is `not (A)` on Place. None for another sentence. */
export function deniedDoing(ctx: PointCompiler, words: TextSpan): readonly { readonly entity: TextSpan; readonly must: TextSpan }[] {
  return partsOf(words).flatMap(({ doing, when, isUnless }) => {
    const cell = placeOf(ctx, doing.text, when.text);
    const draft = cell === null ? undefined : draftCalled(ctx, cell.split(",")[0]!);
    if (cell === null || !draft) return [];
    const entity = { ...doing, text: cell };
    return conditionTexts(draft, when).map((one) => ({ entity, must: isUnless ? one : { ...one, text: `not (${one.text})` } }));
  });
}

function placeOf(ctx: PointCompiler, text: string, near: string): string | null {
  const doing = refusedDoing.exec(text)?.[1];
  if (doing !== undefined) return momentOfDoing(ctx, doing, near);
  const deed = deniedDeed.exec(text);
  return deed && draftCalled(ctx, deed[1]!) ? momentOfDoing(ctx, `${deed[2]!} the ${deed[1]!}`, "") : null;
}

function partsOf(words: TextSpan): readonly { readonly doing: TextSpan; readonly when: TextSpan; readonly isUnless: boolean }[] {
  if (words.text.length > 300) return [];
  const last = behind.exec(words.text);
  if (last) {
    const from = words.text.length - last[3]!.length;
    return [{ doing: slice(words, 0, last[1]!.length), when: slice(words, from), isUnless: /^unless$/i.test(last[2]!) }];
  }
  const first = /^(if|when|unless|while|as long as)\s+/i.exec(words.text);
  if (!first) return [];
  return [...words.text.matchAll(/(?:,\s*(?:then\s+)?|\s+then\s+)(?=\S)/gi)].map((joint) => ({
    doing: slice(words, joint.index + joint[0].length),
    when: slice(words, first[0].length, joint.index),
    isUnless: /^unless/i.test(first[1]!),
  }));
}
