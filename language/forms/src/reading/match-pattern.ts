/** Matches one pattern against the tokens of a line, with backtracking. */
import type { Sequence } from "../patterns/pattern.ts";
import { beginningsOf, compiledPattern, type LiteralNode, type Node, type SlotNode } from "./compiled-pattern.ts";
import type { Expected } from "./expected.ts";
import { articles, type Token } from "./tokens.ts";

export interface Line {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly tests: Readonly<Record<string, ((text: string) => boolean) | undefined>>;
  /** The results of tests, by kind and range. */
  readonly accepted: Map<string, Map<number, boolean>>;
}

export interface PatternMatch {
  readonly slots: Readonly<Record<string, { readonly from: number; readonly to: number }>>;
  readonly flags: ReadonlySet<string>;
  /** Whether each word has its first spelling, and no article was passed over. */
  readonly isCanonical: boolean;
  /** The number of words that the pattern names or that stand in slots which a test has confirmed. */
  readonly rank: number;
}

/** How far the pattern agreed with the line. */
export interface Miss {
  /** The index of the token at which it failed. */
  readonly token: number;
  /** The number of named words and words in confirmed slots before. */
  readonly words: number;
  /** All that could stand there, in the pattern's order; empty if nothing was read. */
  readonly expected: readonly Expected[];
}

/** What can stand next, or the slot whose text has begun. */
export interface Open {
  readonly node: LiteralNode | SlotNode;
  /** The index of the token with which the slot's text begins; the number of tokens if none of its tokens is there yet. */
  readonly token: number;
}

/** A line can't be so long, or a pattern so loose, that the search takes more steps; it is then no match. */
const mostSteps = 20_000;
/** A match of so few steps doesn't keep what has failed. */
const fewSteps = 40;

/** The match, or null. */
export function matchPattern(sequence: Sequence, line: Line): PatternMatch | null {
  const { start, size } = compiledPattern(sequence);
  const matcher = new Matcher(line, size, "match");
  return matcher.goOn(start, 0) ? matcher.match() : null;
}

/** Where the pattern and the line part. */
export function missOf(sequence: Sequence, line: Line): Miss {
  const { start, size } = compiledPattern(sequence);
  const matcher = new Matcher(line, size, "explain");
  matcher.goOn(start, 0);
  return matcher.miss;
}

/** What can stand where the line ends, if the pattern agrees with all of it; of several ways, those with the most named words. */
export function opensOf(sequence: Sequence, line: Line): { readonly opens: readonly Open[]; readonly words: number } {
  const { start, size } = compiledPattern(sequence);
  const matcher = new Matcher(line, size, "continue");
  matcher.goOn(start, 0);
  return { opens: matcher.opens, words: matcher.openWords };
}

/** The slots, flags and counts of the way that is being tried; each step takes back what it has set if it fails. */
class Matcher {
  miss: Miss = { token: 0, words: 0, expected: [] };
  opens: Open[] = [];
  openWords = 0;
  readonly #line: Line;
  readonly #tokens: readonly Token[];
  readonly #purpose: "match" | "explain" | "continue";
  readonly #size: number;
  /** By node and token, the ways that have failed, once there are many. Only for a match: the furthest miss depends on the words before. */
  #failed: Uint8Array | null = null;
  /** By node and token, the most words with which completion has come there. */
  readonly #reached = new Map<number, number>();
  readonly #slots: SlotNode[] = [];
  readonly #ranges: number[] = [];
  readonly #flags: string[] = [];
  #words = 0;
  #confirmed = 0;
  /** The number of words in another spelling, and of articles passed over. */
  #irregular = 0;
  #steps = 0;

  constructor(line: Line, size: number, purpose: "match" | "explain" | "continue") {
    this.#line = line;
    this.#tokens = line.tokens;
    this.#purpose = purpose;
    this.#size = size;
  }

  match(): PatternMatch {
    const slots: Record<string, { readonly from: number; readonly to: number }> = {};
    for (let i = 0; i < this.#slots.length; i++) slots[this.#slots[i]!.name] = { from: this.#ranges[2 * i]!, to: this.#ranges[2 * i + 1]! };
    return { slots, flags: this.#flags.length === 0 ? noFlags : new Set(this.#flags), isCanonical: this.#irregular === 0, rank: this.#words + this.#confirmed };
  }

  /** Whether the line can be read from the token on by the node and all that follows it. */
  goOn(node: Node, at: number): boolean {
    if (++this.#steps > mostSteps) return false;
    const key = node.id * (this.#tokens.length + 1) + at;
    if (this.#failed !== null && this.#failed[key] === 1) return false;
    if (this.#purpose === "continue" && !this.#isNew(key)) return false;
    if (this.#tries(node, at)) return true;
    if (this.#purpose === "match" && this.#steps > fewSteps) {
      this.#failed ??= new Uint8Array(this.#size * (this.#tokens.length + 1));
      this.#failed[key] = 1;
    }
    return false;
  }

  /** Whether completion comes here with more words than before; otherwise it would find the same again. */
  #isNew(key: number): boolean {
    const words = this.#words + this.#confirmed;
    if ((this.#reached.get(key) ?? -1) >= words) return false;
    this.#reached.set(key, words);
    return true;
  }

  #tries(node: Node, at: number): boolean {
    switch (node.kind) {
      case "literal":
        return this.#literal(node, at);
      case "slot":
        return this.#slot(node, at);
      case "group":
        for (const branch of node.branches) if (this.goOn(branch, at)) return true;
        return node.skip !== null && this.goOn(node.skip, at);
      case "leave":
        if (node.flag === null) return this.goOn(node.next, at);
        this.#flags.push(node.flag);
        if (this.goOn(node.next, at)) return true;
        this.#flags.pop();
        return false;
      case "end":
        // Completion looks for all ways.
        if (this.#purpose === "continue") return false;
        return at >= this.#tokens.length || isLastMark(this.#tokens, at) || this.#missed(at, "end");
    }
  }

  #literal(node: LiteralNode, at: number): boolean {
    const token = this.#tokens[at];
    if (!token) this.#opened(node, at, 0);
    const spelling = token && token.kind !== "closed" ? node.spellings.indexOf(token.text) : -1;
    if (spelling >= 0) {
      const isWord = token!.kind === "word" ? 1 : 0;
      const isOther = spelling === 0 ? 0 : 1;
      this.#words += isWord;
      this.#irregular += isOther;
      if (this.goOn(node.next, at + 1)) return true;
      this.#words -= isWord;
      this.#irregular -= isOther;
    } else if (isArticle(this.#tokens, at)) {
      this.#irregular++;
      if (this.#literal(node, at + 1)) return true;
      this.#irregular--;
      return false;
    }
    return this.#missed(at, node.expected);
  }

  #slot(node: SlotNode, at: number): boolean {
    const tokens = this.#tokens;
    const test = this.#line.tests[node.of];
    const first = tokens[at];
    if (this.#purpose === "continue") this.#opened(node, at, test && first && this.#accepts(test, node.of, at, tokens.length) ? tokens.length - at : 0);
    if (!first) return this.#missed(at, node.expected);
    for (let n = 1; at + n <= tokens.length; n++) {
      const end = test ? tokens.length + 1 - n : at + n;
      if (this.#purpose === "match" && !this.#canFollow(node.next, end)) continue;
      if (test && !this.#accepts(test, node.of, at, end)) continue;
      const confirmed = test ? end - at : 0;
      this.#confirmed += confirmed;
      this.#slots.push(node);
      this.#ranges.push(first.from, tokens[end - 1]!.to);
      if (this.goOn(node.next, end)) return true;
      this.#confirmed -= confirmed;
      this.#slots.pop();
      this.#ranges.length -= 2;
    }
    if (test && isArticle(tokens, at) && tokens[at + 1]) {
      this.#irregular++;
      if (this.#slot(node, at + 1)) return true;
      this.#irregular--;
      return false;
    }
    return this.#missed(at, node.expected);
  }

  /** Whether the next token can begin what follows a slot: tests take long, so they are asked only where it can. */
  #canFollow(next: Node, at: number): boolean {
    const tokens = this.#tokens;
    if (this.#failed !== null && this.#failed[next.id * (tokens.length + 1) + at] === 1) return false;
    const beginnings = beginningsOf(next);
    if (beginnings === null) return true;
    if (beginnings.canEnd && (at >= tokens.length || isLastMark(tokens, at))) return true;
    let token = tokens[at];
    while (token && token.kind !== "closed" && !beginnings.words.has(token.text)) {
      if (!isArticle(tokens, at)) return false;
      token = tokens[++at];
    }
    return token !== undefined && token.kind !== "closed";
  }

  #accepts(test: (text: string) => boolean, of: string, at: number, end: number): boolean {
    const { accepted, text } = this.#line;
    let ranges = accepted.get(of);
    if (!ranges) accepted.set(of, (ranges = new Map()));
    const key = at * (this.#tokens.length + 1) + end;
    const known = ranges.get(key);
    if (known !== undefined) return known;
    const made = test(text.slice(this.#tokens[at]!.from, this.#tokens[end - 1]!.to));
    ranges.set(key, made);
    return made;
  }

  /** Notes what can stand at the end of the line. */
  #opened(node: LiteralNode | SlotNode, token: number, begun: number): void {
    if (this.#purpose !== "continue") return;
    const words = this.#words + this.#confirmed + begun;
    if (words < this.openWords) return;
    if (words > this.openWords) this.opens = [];
    this.openWords = words;
    if (!this.opens.some((open) => open.node === node && open.token === token)) this.opens.push({ node, token });
  }

  /** Notes what was expected where the most words were read; always false. */
  #missed(token: number, expected: Expected): false {
    if (this.#purpose !== "explain") return false;
    const words = this.#words + this.#confirmed;
    if (words > this.miss.words || (words === this.miss.words && token > this.miss.token)) this.miss = { token, words, expected: [expected] };
    else if (words === this.miss.words && token === this.miss.token && !this.miss.expected.some((one) => isSame(one, expected)))
      this.miss = { ...this.miss, expected: [...this.miss.expected, expected] };
    return false;
  }
}

const noFlags: ReadonlySet<string> = new Set();

/** A full stop or semicolon at the end says nothing. */
const isLastMark = (tokens: readonly Token[], at: number): boolean => at === tokens.length - 1 && tokens[at]!.kind === "mark" && ".;".includes(tokens[at]!.text);

/** Whether the token is an article that is passed over. Of a run of articles, two are: more would make a search that takes the cube of its length. */
const isArticle = (tokens: readonly Token[], at: number): boolean => saysArticle(tokens[at]) && !(saysArticle(tokens[at - 1]) && saysArticle(tokens[at - 2]));

const saysArticle = (token: Token | undefined): boolean => token?.kind === "word" && articles.has(token.text);

const isSame = (one: Expected, other: Expected): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
