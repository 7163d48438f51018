/** Point 1: the product's name, language, time zone, currency, sign-in and audiences. */
import { fold } from "@nonet/feel";
import { type About, languagesOf } from "@nonet/model";
import { type Attribute, attributeOf, type Block, type Bullet, isNone, isNotShown, type PointTree, splitTop, type TextSpan, type Tree } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { isTranslated } from "@nonet/texts";
import type { Context } from "../context/context.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { noteNotShown, reportNearest } from "../resolve/report-nearest.ts";
import { isTranslations } from "../syntax/translation-table.ts";
import { isCalendarBullet } from "../syntax/constants/calendars.ts";
import { aboutBlocks, aboutName, aboutNames, aboutTable } from "../syntax/about-table.ts";
import { bulletEdit, linesAmongProse } from "../syntax/prose-lines.ts";
import { audienceRows } from "../syntax/roles/audiences.ts";
import { roleBullet, type RoleLine } from "../syntax/roles/roles.ts";
import { list } from "../text/english.ts";
import { partsAt } from "../text/split.ts";
import { colourNames, readColour } from "../text/colour.ts";
import { definitionsIn, isNameAndDash } from "./bullet-lists.ts";
import { languageName, languageNames, languageTag } from "../text/languages.ts";
import { readApiAddress } from "./api-address.ts";
import { readOrigins } from "./origins.ts";
import { compileSignIn, defaultSignIn } from "./sign-in.ts";
import { isPicture } from "./picture.ts";
import { compileTranslations } from "./translations.ts";

type Draft = { -readonly [K in keyof Omit<About, "prose" | "audiences" | "attributes">]: About[K] };
type Audience = About["audiences"][number];
type AboutAttribute = NonNullable<About["attributes"]>[number];

export function compileAbout(context: Context): About {
  const point = context.tree.points[0]!;
  const blocks = aboutBlocks(point);
  const prose = definitionsIn(context, point);
  const draft: Draft = { title: context.tree.title?.text ?? "", language: "en", timeZone: "UTC", currency: null, colour: null, logo: null, signIn: defaultSignIn };
  const seen = new Set<string>();
  const audiences: Audience[] = [];
  const attributes: AboutAttribute[] = [];
  for (const block of blocks) {
    if (block.kind === "table") audiences.push(...audienceRows(block).flatMap((row) => (row.name.text === "" ? [] : [audienceFrom(context, row, true)])));
    if (block.kind !== "bullet" || prose.has(block)) continue;
    const audience = audienceOf(context, block);
    if (audience) audiences.push(audience);
    else attributes.push(...compileAttribute(context, draft, block, seen));
  }
  audiences.push(...reportAudiences(context, point, audiences));
  judgeTables(context, point);
  if (point.state === "written") checkAudiences(context, audiences, point);
  const translations = compileTranslations(context, point, languagesOf(draft));
  return { ...draft, prose: proseOf(point, prose), audiences, attributes, ...(translations.length > 0 ? { translations } : {}) };
}

/** The product's name: the attribute Name, or the document's title. */
export function productName(tree: Tree): string {
  for (const block of aboutBlocks(tree.points[0]!)) {
    const attribute = block.kind === "bullet" ? attributeOf(block) : null;
    if (attribute?.key === "name" && attribute.value.text !== "" && !isNotShown(attribute.value)) return attribute.value.text.replace(/^[`"*]+|[`"*]+$/g, "");
  }
  return tree.title?.text ?? "";
}

/** Reports what its tables contain apart from attributes. */
function judgeTables(context: Context, point: PointTree): void {
  for (const block of blocksOf(point)) {
    const table = block.kind === "table" ? aboutTable(block) : null;
    for (const header of table?.unknownHeaders ?? []) reportNearest(context, "unknown-column", header, `Point 1 has no attribute "${header.text}"`, aboutNames);
    for (const row of table?.extraRows ?? []) context.report("doubled-attribute", row.span, "This table already has a row of values. Point 1 describes a single product.");
  }
}

/** `- For whom: small harbours`, `- Purpose: …`: what the point's own heading asks for, in words. */
const proseLabel = /^(?:for whom|purpose|goals?|aims?|what it does|summary|background|in short)$/i;
const isProseLabel = (name: TextSpan): boolean => proseLabel.test(name.text.replace(/[*`]/g, "").trim());
const isProseBullet = (block: Bullet): boolean => {
  const attribute = attributeOf(block);
  return attribute !== null && attribute.value.text !== "" && isProseLabel(attribute.name);
};

const blocksOf = (point: PointTree): readonly Block[] => [...point.blocks, ...point.sections.flatMap((section) => (isTranslations(section) ? [] : section.blocks))];

function proseOf(point: PointTree, definitions: ReadonlySet<Block>): string[] {
  const paragraphs = blocksOf(point).flatMap((block) =>
    block.kind === "paragraph" || (block.kind === "bullet" && (definitions.has(block) || isProseBullet(block))) ? [block.words] : [],
  );
  return paragraphs.filter((words) => !isNotShown(words) && !isNone(words) && !/^[\p{L} *]{1,30}:\**$/u.test(words.text)).map((words) => words.text);
}

/** The attribute, if it has a sentence of its own; sign-in is described elsewhere. */
function compileAttribute(context: Context, draft: Draft, bullet: Bullet, seen: Set<string>): readonly AboutAttribute[] {
  const attribute = attributeOf(bullet);
  if (!attribute) return [];
  const name = aboutName(attribute.name);
  // Point 9 reads it, and reports what it doesn't understand.
  if (isCalendarBullet(bullet)) return (context.markEnforced(bullet.span), []);
  if (name === undefined && isProseLabel(attribute.name)) return [];
  if (name === undefined) reportNearest(context, "unknown-attribute", attribute.name, `Point 1 has no attribute "${attribute.name.text}"`, aboutNames);
  else if (seen.has(name)) context.report("doubled-attribute", attribute.name.span, `${name} is already set above.`);
  if (name === undefined || seen.has(name)) return [];
  seen.add(name);
  context.markEnforced(bullet.span);
  if (isNotShown(attribute.value)) noteNotShown(context, name, attribute.value);
  else if (attribute.value.text === "") context.report("missing-cell", attribute.name.span, `${name} has no value.`);
  else {
    setters[name]!(context, draft, attribute);
    return name === "Sign-in" ? [] : [{ name: name as AboutAttribute["name"], source: attribute.value.span }];
  }
  return [];
}

const setters: Readonly<Record<string, (context: Context, draft: Draft, attribute: Attribute) => void>> = {
  Name: () => undefined,
  Language(context, draft, { value }) {
    const written = splitTop(value, ",").flatMap((part) => partsAt(part, /\s+and\s+|\s*[/;]\s*/gi));
    const tags = written.flatMap((words) => {
      const tag = languageTag(words.text);
      if (tag === undefined) reportNearest(context, "unknown-language", words, `There is no language "${words.text}"`, languageNames());
      return tag === undefined ? [] : [tag];
    });
    draft.language = tags[0] ?? "en";
    const languages = [...new Set(tags)];
    if (languages.length > 1) draft.languages = languages;
    const others = languages.filter((tag) => !isTranslated(tag));
    if (others.length === 0) return;
    context.report("not-supported-yet", value.span, `The texts of the interface aren't translated into ${list(others.map(languageName), "or")} yet, so they are in English.`, {
      severity: "warning",
      hint: "Dates, numbers and the direction of writing follow the language, and so do the document's own texts where its table Translations has them.",
    });
  },
  "Time zone"(context, draft, { value }) {
    const zones = Intl.supportedValuesOf("timeZone");
    if (isZone(value.text)) draft.timeZone = zones.find((zone) => zone.toLowerCase() === value.text.toLowerCase()) ?? value.text;
    else reportNearest(context, "unknown-time-zone", value, `There is no time zone "${value.text}"`, zones);
  },
  Currency(context, draft, { value }) {
    const currencies = Intl.supportedValuesOf("currency");
    if (currencies.includes(value.text.toUpperCase())) draft.currency = value.text.toUpperCase();
    else if (!isNone(value)) reportNearest(context, "unknown-currency", value, `There is no currency "${value.text}"`, currencies);
  },
  "Sign-in"(context, draft, { value }) {
    draft.signIn = compileSignIn(context, value);
  },
  Colour(context, draft, { value }) {
    const colour = readColour(value.text.replace(/`/g, ""));
    if (colour) draft.colour = colour;
    else if (!isNone(value)) reportNearest(context, "unknown-colour", value, `"${value.text}" isn't a colour`, colourNames);
  },
  Origins(context, draft, { value }) {
    if (isNone(value)) return;
    draft.origins = readOrigins(context, value);
  },
  "API address"(context, draft, { value }) {
    const address = isNone(value) ? null : readApiAddress(context, value);
    if (address !== null) draft.apiAddress = address;
  },
  Logo(context, draft, { value }) {
    const text = (/^!\[[^\]]*\]\(([^()\s]+)\)$/.exec(value.text)?.[1] ?? value.text).replace(/`/g, "");
    if (isNone(value)) return;
    if (isPicture(text)) draft.logo = text;
    else
      context.report("bad-logo", value.span, `"${value.text}" isn't a picture that can be shown.`, {
        hint: "Write a web address (`https://…`), or a file next to the document: svg, png, jpg, gif or webp.",
      });
  },
};

/** Cached, because a lookup takes milliseconds and a document is checked at every keystroke. */
const zonesKnown = new Map<string, boolean>();

function isZone(name: string): boolean {
  const known = zonesKnown.get(name) ?? asksForZone(name);
  if (zonesKnown.size < 1000) zonesKnown.set(name, known);
  return known;
}

function asksForZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** `**Clerk** — hands items out`, or `Clerk: hands items out` where Clerk is a role. */
function audienceOf(context: Context, bullet: Bullet): Audience | null {
  const attribute = isNameAndDash(context, bullet) ? null : attributeOf(bullet);
  if (attribute && aboutName(attribute.name)) return null;
  const role = attribute ? context.declared.roles.get(attribute.key) : undefined;
  if (attribute && role) {
    context.markEnforced(bullet.span);
    return { role: role.name, text: attribute.value.text, source: bullet.span };
  }
  const read = attribute ? null : roleBullet(bullet);
  if (!read || !/^\*\*|\s(?:[—–-]|--)\s/.test(bullet.words.text)) return null;
  const name = aboutName(read.name);
  if (name === undefined || context.declared.roles.get(fold(read.name.text))?.open === false) return audienceFrom(context, read);
  const text = `${name}: ${read.text.text.replace(/^[;,]\s*/, "")}`;
  context.report("missing-colon", bullet.words.span, `This looks like the attribute ${name}, but without a colon it is read as an audience.`, {
    fixes: [{ title: `Write ${text}`, edits: [{ span: bullet.words.span, text }] }],
  });
  return null;
}

/** `isCell`: from a table. In a bullet, `includes` is part of the text. */
function audienceFrom(context: Context, read: RoleLine, isCell = false): Audience {
  context.markEnforced(read.span);
  if (read.was) context.report("unknown-attribute", read.was.span, "A role's former name belongs in point 6, with the role.");
  if (read.includes && isCell) context.report("unknown-attribute", read.includes.span, "The roles that a role includes belong in point 6, with the role.");
  const known = context.declared.roles.get(fold(read.name.text));
  if (!known && context.tree.points[5]!.state === "written")
    reportNearest(
      context,
      "audience-without-role",
      read.name,
      `Point 6 has no role "${read.name.text}"`,
      [...context.declared.roles.values()].map((r) => r.name),
    );
  return { role: known?.name ?? read.name.text, text: read.text.text, source: read.span };
}

/** Reports audiences in paragraphs. They count as named. */
function reportAudiences(context: Context, point: PointTree, named: readonly Audience[]): Audience[] {
  return blocksOf(point).flatMap((block) => {
    const found = linesAmongProse(block).flatMap((words) => {
      const read = roleBullet({ kind: "bullet", words, label: null, value: null, children: [], span: words.span });
      const role = read && /^\*\*|\s[—–-]\s|:\s/.test(words.text) ? context.declared.roles.get(fold(read.name.text)) : undefined;
      return role && !named.some((one) => fold(one.role) === fold(role.name)) ? [{ role: role.name, words }] : [];
    });
    reportUnread(
      context,
      block,
      found.map(({ role, words }) => ({ words, what: `the audience ${role}`, edits: [bulletEdit(words)] })),
    );
    return found.map(({ role, words }) => ({ role, text: "", source: words.span }));
  });
}

function checkAudiences(context: Context, audiences: readonly Audience[], point: PointTree): void {
  const roles = [...context.declared.roles.values()].map(({ name }) => name);
  // A misspelled audience is reported itself.
  const meant = new Set(audiences.map((audience) => fold(nearest(audience.role, roles) ?? audience.role)));
  for (const role of context.declared.roles.values()) {
    if (meant.has(fold(role.name)) || audiences.some((audience) => fold(audience.role) === fold(role.name))) continue;
    context.report("role-without-audience", role.span, `Point ${point.number} doesn't list the role ${role.name} among the people that the product is for.`);
  }
}
