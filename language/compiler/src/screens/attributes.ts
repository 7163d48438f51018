/** How the bullets of a section become attributes of its screen. */
import { fold } from "@nonet/feel";
import { highlightForms, listForms, showForms } from "@nonet/forms";
import { after, type Attribute, attributeOf, type Block, type Bullet, isNotShown, labelled, type Section, slice, type TextSpan, trim, unquote } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { isConfirmation } from "../declare/screen-confirmations.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { reportOddName, unreadDetail } from "./unread-details.ts";
import { checkDetails } from "../misplaced/unread-attributes.ts";
import { reportInstruction } from "../misplaced/unread-instruction.ts";
import { starredAttribute } from "../misplaced/unread-statements.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { nearest } from "@nonet/source";
import { isRole } from "../resolve/roles.ts";
import { noteNotShown, reportNearest } from "../resolve/report-nearest.ts";
import { linesAmongProse } from "../syntax/prose-lines.ts";
import { sameWord } from "../text/same-word.ts";
import { tableAttributes } from "./attribute-tables.ts";
import { isCard, repeated, screenAttributes, type ScreenKind, synonyms, titled } from "./naming/attribute-names.ts";
import { type Listed, listOf } from "./naming/paths.ts";
import { slotTests } from "./naming/slot-tests.ts";
import { readSaid, type SaidScene } from "./elements/said-of-list.ts";
import { checkPlainProse } from "./plain-text.ts";
import { type ProsePart, partsOfPage } from "./page-parts.ts";
import type { RawShows } from "./shows.ts";

export interface ScreenAttribute {
  readonly name: string;
  readonly attribute: Attribute;
}

export interface ShowWhen {
  readonly field: TextSpan;
  readonly condition: TextSpan;
}

export interface Details {
  readonly all: readonly ScreenAttribute[];
  readonly showWhen: readonly ShowWhen[];
  /** Conditions that sentences say: `Only open ones.` */
  readonly only: readonly TextSpan[];
  readonly prose: string;
  /** The value of an attribute that can appear only once; null if it is missing or not shown. */
  one(name: string): TextSpan | null;
  many(name: string): readonly Attribute[];
  /** Whether an attribute of the screen is not shown. */
  readonly open: boolean;
  /** The prose and the elements of a page in order; empty for other screens. */
  readonly parts: readonly (ProsePart | ScreenAttribute)[];
}

export function readDetails(context: Context, screen: string, cell: RawShows, sections: readonly Section[]): Details {
  const { kind } = cell;
  const all: ScreenAttribute[] = [];
  const showWhen: ShowWhen[] = [];
  const prose: string[] = [];
  const parts: (ProsePart | ScreenAttribute)[] = [];
  const only: TextSpan[] = [];
  const scene = saidScene(screen, cell, sections);
  const said = (words: TextSpan, isProse: boolean): readonly TextSpan[] => {
    const read = scene && readSaid(context, scene, words, isProse);
    for (const attribute of read?.attributes ?? []) add(attribute.bullet.span, attribute);
    for (const { span } of read?.only ?? []) context.markEnforced(span);
    only.push(...(read?.only ?? []));
    return read && (read.attributes.length > 0 || read.only.length > 0) ? read.prose : [words];
  };
  let open = false;
  const add = (span: Span, attribute: Attribute): void => {
    for (const one of sectionsBelow(kind, attribute) ?? []) add(one.bullet.span, one);
    if (sectionsBelow(kind, attribute)) return;
    open ||= isNotShown(attribute.value);
    const read = readAttribute(context, screen, kind, attribute, span, all);
    if (read) all.push(read);
  };
  for (const section of sections) {
    context.markEnforced(section.title.span);
    if (kind === "page") {
      for (const part of partsOfPage(context, section, (attribute) => isElement(context, attribute))) {
        if (part.kind === "prose") parts.push(part);
        else {
          const known = all.length;
          add(part.attribute.bullet.span, part.attribute);
          parts.push(...all.slice(known));
        }
      }
      prose.push(...parts.flatMap((part) => ("text" in part ? [part.text] : [])));
      continue;
    }
    if (kind === "open") {
      prose.push(...linesOfOpenScreen(context, screen, section));
      continue;
    }
    for (const [i, block] of section.blocks.entries()) {
      checkHeading(context, kind, block, section.blocks[i + 1]);
      const lines = attributeLines(block, (attribute) => isOfScreen(kind, attribute));
      if (lines) {
        for (const attribute of lines) add(attribute.bullet.span, attribute);
        continue;
      }
      const unread = block.kind === "paragraph" ? said(block.words, true) : [];
      if (unread.length > 0) checkPlainProse(context, block);
      if (unread.length > 0) prose.push(unread.map(({ text }) => text).join(" "));
      for (const one of block.kind === "paragraph" ? unread.map((words) => (words === block.words ? block : { ...block, words })) : [block])
        checkDetails(
          context,
          one,
          (attribute) => isOfScreen(kind, attribute),
          (words) => unreadDetail(kind, words, shows.has(kind), screenAttributes[kind]),
        );
      if (block.kind === "table") for (const attribute of tableAttributes(context, block, screenAttributes[kind])) add(attribute.bullet.span, attribute);
      if (block.kind !== "bullet" || isConfirmation(context.tree, block)) continue;
      const shown = shows.has(kind) && (!attributeOf(block) || /^\W*(?:show|display|ask)\s/i.test(block.words.text)) ? showWhenOf(block) : null;
      if (shown) {
        context.markEnforced(block.span);
        showWhen.push(shown);
        continue;
      }
      const attribute = attributeOf(block) ?? buttonIn(kind, block) ?? orderIn(kind, block) ?? highlightIn(kind, block);
      if (attribute) add(block.span, attribute);
      else for (const words of said(block.words, false)) checkProse(context, kind, words === block.words ? block : { ...block, words });
    }
  }
  joinButtons(context, all);
  const find = (name: string): Attribute[] => all.filter((one) => one.name === name).map((one) => one.attribute);
  return { all, showWhen, only, prose: prose.join("\n\n"), one: (name) => find(name)[0]?.value ?? null, many: find, open, parts };
}

/** What sentences below the heading of a list may say; null for a screen of another kind. */
function saidScene(screen: string, cell: RawShows, sections: readonly Section[]): SaidScene | null {
  if (!("where" in cell)) return null;
  const blocks = sections.flatMap((section) => section.blocks);
  const lines = blocks.flatMap((block) => {
    const bullet = block.kind === "bullet" ? (attributeOf(block) ?? orderIn(cell.kind, block)) : null;
    return bullet ? [bullet] : (attributeLines(block, (attribute) => isOfScreen(cell.kind, attribute)) ?? []);
  });
  const names = new Set([...lines.map((line) => nameIn(cell.kind, line)), ...("sort" in cell && cell.sort ? ["Sort"] : [])]);
  return { screen, kind: cell.kind, entity: cell.entity, where: cell.where, lacks: (name) => screenAttributes[cell.kind].includes(name) && !names.has(name) };
}

/** The attributes of a screen that is not shown are open as well. */
function linesOfOpenScreen(context: Context, screen: string, { blocks }: Section): string[] {
  for (const block of blocks)
    if ("span" in block) context.affects(openShows(screen), block.kind === "bullet" && block.label ? `${block.label.text} of ${screen}` : `a line of ${screen}`, block.span);
  return blocks.flatMap((block) => (block.kind === "paragraph" ? [block.words.text] : []));
}

/** The name of the screen's cell Shows in the list of open elements. */
export const openShows = (screen: string): string => `Shows of ${screen}`;

/**
 * A bullet of a page is an element if it has a title in quotation marks, or an expression or a name that such an element
 * shows. Any other bullet is prose, even one that begins with "Number:".
 */
function isElement(context: Context, { name, key, title, value }: Attribute): boolean {
  const names = screenAttributes.page;
  if (title) return names.some((one) => key === fold(one)) || nearest(name.text, names) !== undefined;
  if (names.some((one) => key === fold(one) || key.startsWith(`${fold(one)} `)) && /^`[^`]+`/.test(value.text)) return true;
  return key === "list" && tryForm(listForms, value, slotTests(context))?.name === "records";
}

function readAttribute(context: Context, screen: string, kind: ScreenKind, attribute: Attribute, span: Span, before: readonly ScreenAttribute[]): ScreenAttribute | null {
  const name = nameIn(kind, attribute);
  if (name === undefined) {
    if (reportOddName(context, kind, attribute)) return null;
    const elsewhere = sameWord(attribute.name.text, Object.values(screenAttributes).flat());
    const untitled = [...titled, "List"].find((one) => screenAttributes[kind].includes(one) && fold(attribute.name.text).startsWith(`${fold(one)} `));
    if (untitled !== undefined) {
      const title = attribute.name.text.slice(untitled.length).trim();
      context.report("missing-title", attribute.name.span, `The title of ${untitled} must be in quotation marks.`, {
        fixes: [{ title: "Add quotation marks", edits: [{ span: attribute.name.span, text: `${untitled} "${title}"` }] }],
      });
      return null;
    }
    const confirmed = /^(.+?)\s+confirms?$/i.exec(attribute.name.text)?.[1];
    if (confirmed !== undefined) {
      context.report("unknown-attribute", attribute.bullet.span, `"${confirmed}" isn't an action of what this screen shows, so nobody is asked to confirm it.`, {
        hint: "Name an action that point 4 defines for the screen's entity.",
      });
      return null;
    }
    if (kind === "list" && attribute.key === "tab") {
      context.report("unknown-attribute", attribute.name.span, "A list has no tabs.", {
        hint: `Give each selection a screen of its own, with a row such as \`| /…/${slug(attribute.title?.text ?? "open")} | ${attribute.title?.text ?? "Open"} | list of ENTITY where … | ROLE |\`. People can also filter the list and save that as a view.`,
      });
      return null;
    }
    reportNearest(
      context,
      "unknown-attribute",
      attribute.name,
      `${elsewhere ? `${article(kind)} has` : "There is"} no attribute "${attribute.name.text}" here`,
      screenAttributes[kind],
    );
    return null;
  }
  context.markEnforced(span);
  const value = listed.has(name) ? valueOf(attribute) : attribute.value;
  if (value === attribute.value && attribute.value.text !== "" && !(hasLines.has(name) && (kind === "dashboard" || kind === "page")))
    for (const child of attribute.children) if (child.kind === "bullet") context.report("unknown-attribute", child.words.span, `${name} can't have attributes below it.`);
  if (titled.has(name) && !attribute.title && !(kind === "record" && isUntitled(attribute.key)))
    context.report("missing-title", attribute.name.span, `${name} needs a title: ${name} "…": …`);
  else if (!repeated(kind, name) && !isButton(attribute) && before.some((one) => one.name === name && !isButton(one.attribute)))
    context.report("doubled-attribute", attribute.name.span, `${name} appears twice.`);
  else if (isNotShown(value)) noteNotShown(context, `${name}${attribute.title ? ` "${attribute.title.text}"` : ""} of ${screen}`, value);
  else if (value.text === "")
    context.report(
      "missing-cell",
      attribute.name.span,
      `${name} has no value.`,
      attribute.children.length > 0 ? { hint: `Write the values after the colon: \`- ${name}: …, …\`.` } : {},
    );
  else return { name, attribute: value === attribute.value ? attribute : { ...attribute, value } };
  return null;
}

/** Attributes whose values may be written as bullets below them. */
const listed: ReadonlySet<string> = new Set("Columns,Search,Filters,Sort,Actions,Highlight,Export,Import,Section,Tab,Fields,Step,Prefill,Rows,Values".split(","));

/** Elements that may have bullets below them, such as `For: Manager`. */
const hasLines: ReadonlySet<string> = new Set(["Number", "Chart", "List", "Text"]);

/** The value after the colon, or the bullets below it. */
function valueOf({ value, children }: Attribute): Listed {
  const items = children.flatMap((child) => (child.kind === "bullet" ? [/^(?:fields?|columns?|shows?)$/i.test(child.label?.text ?? "") ? child.value! : child.words] : []));
  const [first] = items;
  if (value.text !== "" || !first || items.length < children.length) return value;
  return { text: items.map(({ text }) => text).join(", "), span: { ...first.span, to: items.at(-1)!.span.to }, items };
}

const slug = (title: string): string => fold(title).replace(/[^\p{L}\p{N}]+/gu, "-");

const isButton = ({ key }: Attribute): boolean => /^buttons?$/.test(key);

/** `Button Approve` without a colon. */
function buttonIn(kind: ScreenKind, bullet: Bullet): Attribute | null {
  const found = screenAttributes[kind].includes("Actions") ? /^\**buttons?\**\s+(?:for\s+|to\s+)?(?=\S)/i.exec(bullet.words.text) : null;
  if (!found) return null;
  const [name, value] = [trim(slice(bullet.words, 0, found[0].length)), unquote(after(bullet.words, found[0].length))];
  return { name, key: "button", title: null, value, children: bullet.children, bullet };
}

/** `Sort by name`, `Group by team` without a colon. */
function orderIn(kind: ScreenKind, bullet: Bullet): Attribute | null {
  const found = kind === "list" ? /^(\**(?:sort(?:ed)?|group(?:ed)?|filter)\s+by\**)\s+(?=\S)/i.exec(bullet.words.text) : null;
  if (!found) return null;
  const name = slice(bullet.words, 0, found[1]!.length);
  const key = /^\W*group/i.test(found[1]!) ? "group by" : /^\W*filter/i.test(found[1]!) ? "filters" : "sort";
  return { name: { ...name, text: key }, key, title: null, value: after(bullet.words, found[0].length), children: bullet.children, bullet };
}

/** `Highlight red when …` without a colon. */
function highlightIn(kind: ScreenKind, bullet: Bullet): Attribute | null {
  const found = screenAttributes[kind].includes("Highlight") ? /^(\**highlight(?:ed|ing)?(?:\s+rows)?\**)\s+(?=\S)/i.exec(bullet.words.text) : null;
  const value = found && after(bullet.words, found[0].length);
  if (!value || !tryForm(highlightForms, value)) return null;
  return { name: { ...slice(bullet.words, 0, found[1]!.length), text: "Highlight" }, key: "highlight", title: null, value, children: bullet.children, bullet };
}

/** Several buttons are one attribute Actions. A button is called like its action. */
function joinButtons(context: Context, all: ScreenAttribute[]): void {
  for (const { attribute } of all.filter(({ name, attribute: one }) => name === "Actions" && isButton(one)))
    if (attribute.title && fold(attribute.title.text) !== fold(attribute.value.text))
      context.report("unknown-attribute", attribute.title.span, `A button has the name of its action, so it can't be called "${attribute.title.text}".`, {
        fixes: [{ title: `Write "Actions: ${attribute.value.text}"`, edits: [{ span: attribute.bullet.words.span, text: `Actions: ${attribute.value.text}` }] }],
      });
  const actions = all.filter(({ name }) => name === "Actions");
  const [first] = actions;
  if (actions.length < 2 || !first) return;
  const items = actions.flatMap(({ attribute }) => listOf(attribute.value));
  const value: Listed = { text: items.map(({ text }) => text).join(", "), span: { ...first.attribute.value.span, to: actions.at(-1)!.attribute.value.span.to }, items };
  all.splice(0, all.length, ...all.flatMap((one) => (one === first ? [{ ...one, attribute: { ...one.attribute, value } }] : one.name === "Actions" ? [] : [one])));
}

/** A paragraph of which every line is an attribute of the screen: each is read like a bullet. */
function attributeLines(block: Block, isAttribute: (attribute: Attribute) => boolean): readonly Attribute[] | null {
  if (block.kind !== "paragraph") return null;
  const lines = linesAmongProse(block);
  const attributes = lines.flatMap((words) => {
    const parts = labelled(words);
    const attribute = parts && attributeOf({ kind: "bullet", words, label: parts.label, value: parts.value, children: [], span: words.span });
    return attribute && isAttribute(attribute) && attribute.value.text !== "" ? [attribute] : [];
  });
  return attributes.length > 0 && attributes.length === lines.length ? attributes : null;
}

function nameIn(kind: ScreenKind, { name, key, title }: Attribute): string | undefined {
  // `Step 1 "What and where"`: the order of the lines says it.
  const numbered = title ? /^(.+?)\s+\d{1,2}[.)]?$/.exec(name.text)?.[1] : undefined;
  const titledName = numbered === undefined ? undefined : sameWord(numbered, screenAttributes[kind]);
  if (titledName !== undefined && titled.has(titledName)) return titledName;
  if (kind === "record" && isUntitled(key)) return "Section";
  if (kind === "board" && isCard(key)) return "Columns";
  const synonym = (key === "fields" || key === "field") && screenAttributes[kind].includes("Columns") ? "Columns" : synonyms[key];
  return sameWord(name.text, screenAttributes[kind]) ?? (synonym !== undefined && screenAttributes[kind].includes(synonym) ? synonym : undefined);
}

/** `Sections:` or `Steps:`, and a bullet with a title for each below it. */
function sectionsBelow(kind: ScreenKind, { name, key, value, children }: Attribute): readonly Attribute[] | null {
  const one = { sections: "Section", tabs: "Tab", steps: "Step" }[key];
  if (one === undefined || value.text !== "" || !screenAttributes[kind].includes(one) || children.length === 0) return null;
  const found = children.flatMap((child) => (child.kind === "bullet" && child.label && child.value ? [{ child, label: child.label, value: child.value }] : []));
  if (found.length < children.length) return null;
  return found.map(({ child, label, value: fields }) => ({
    name: { text: one, span: name.span },
    key: fold(one),
    title: unquote(label),
    value: fields,
    children: child.children,
    bullet: child,
  }));
}

/** The fields of a record page that has no sections. */
const isUntitled = (key: string): boolean => /^(?:(?:shown )?fields?(?: shown)?|shows|sections)$/.test(key);

/** `Columns:` or `#### Columns` above a list: the value belongs after the colon. */
function checkHeading(context: Context, kind: ScreenKind, block: Block, next: Block | undefined): void {
  if (block.kind !== "paragraph" || next?.kind !== "bullet" || next.label) return;
  const name = screenAttributes[kind].find((one) => fold(one) === fold(block.words.text.replace(/^\**|:?\**:?$/g, "")));
  if (name !== undefined)
    reportUnread(context, block, [{ words: block.words, what: `the attribute "${name}"`, but: "its values are in a list below it", hint: `Write \`- ${name}: …, …\`.` }]);
}

/** In a paragraph, `Number: …` without a title may be prose. */
function isOfScreen(kind: ScreenKind, attribute: Attribute): boolean {
  const name = nameIn(kind, attribute);
  return name !== undefined && ((!titled.has(name) && name !== "List") || attribute.title !== null || (kind === "record" && isUntitled(attribute.key)));
}

const shows: ReadonlySet<ScreenKind> = new Set(["record", "form", "call form"]);

/** A bullet without a colon that begins like an attribute is reported instead of being read as prose. */
function checkProse(context: Context, kind: ScreenKind, bullet: Bullet): void {
  const { words } = bullet;
  if (/^show\s+.+?\s+when\s+.*[`=<>]/is.test(words.text))
    return context.report("unknown-attribute", words.span, `${article(kind)} has no attribute "Show … when" here.`, { hint: "Only record pages and forms have it." });
  const verb = /^\W*(\p{L}+)\s+\S.*\s(?:when|if|unless)\s/u.exec(words.text)?.[1]?.toLowerCase();
  const meant = verb === undefined ? undefined : nearest(verb, ["show", "hide"]);
  if (shows.has(kind) && verb !== meant && meant !== undefined) {
    const from = words.span.from + words.text.toLowerCase().indexOf(verb!);
    const span = { ...words.span, from, to: from + verb!.length };
    return context.report("unknown-attribute", span, `"${verb}" isn't understood here. Did you mean "${meant}"?`, {
      fixes: [{ title: `Write ${meant}`, edits: [{ span, text: meant[0]!.toUpperCase() + meant.slice(1) }] }],
    });
  }
  const people = /^\W*(?:show|hide)\s+(\S.*?)\s+(?:from|only\s+to|to|for)\s+(\S.*)$/iu.exec(words.text);
  if (shows.has(kind) && people && isRole(context, people[2]!.replace(/[.\s]+$/, "")))
    return context.report("unknown-attribute", words.span, `This isn't read: point 6 says who sees "${people[1]}".`, {
      hint: `Give the field a row in the table of point 6, \`ENTITY: ${people[1]}\`, and write \`–\` for the roles that don't see it.`,
    });
  if (shows.has(kind) && /^\W*(?:show|hide)\s+\S/i.test(words.text))
    return context.report("unknown-attribute", words.span, `This begins like \`Show FIELD when …\` but is not read.`, {
      hint: "Write ``- Show FIELD when `…` `` to show the field only when a condition holds.",
    });
  const name = screenAttributes[kind].find((one) => /^[\s;,]/.test(fold(words.text).slice(fold(one).length)) && fold(words.text).startsWith(fold(one)));
  if (name === undefined) {
    const starred = starredAttribute(words, (bold) => sameWord(bold.text, screenAttributes[kind]));
    if (starred) return reportUnread(context, { kind: "paragraph", words }, [{ ...starred, but: "it has no colon", edits: starred.edits?.slice(1) ?? [] }]);
    return reportInstruction(context, kind, bullet, screenAttributes[kind]);
  }
  const mark = /^[;,]/.test(words.text.slice(name.length)) ? 1 : 0;
  const end = { ...words.span, from: words.span.from + name.length, to: words.span.from + name.length + mark };
  context.report("missing-colon", words.span, `This begins like the attribute ${name} but has no colon.`, {
    fixes: titled.has(name) ? [] : [{ title: mark > 0 ? "Write a colon" : "Add a colon", edits: [{ span: end, text: ":" }] }],
  });
}

/** ``Show damage notes when `condition = "damaged"` ``. */
function showWhenOf({ words }: Bullet): ShowWhen | null {
  const line = tryForm(showForms, words);
  const field = line?.slots["field"];
  return line && { field: trim(slice(field!, 0, /[:,]?$/.exec(field!.text)!.index)), condition: line.slots["condition"]! };
}

const article = (kind: ScreenKind): string => (kind === "record" ? "A record page" : `A ${kind}`);
