/** An OpenAPI description as a specification: schemas become entities; operations, security and the rest are quoted under their points. */
import { type Account, accountOf, Ledger } from "../account/account.ts";
import { type Draft, openEntry, plainLine, proseOf, quotation, type SectionDraft, type Statement } from "../document/draft.ts";
import { entityNames, fieldNames } from "../names/names.ts";
import { capitalized, singularOf, wordsOf } from "../names/spelling.ts";
import { type JsonObject, objectAt, resolve, textAt } from "./document.ts";
import { idOfSchema, objectsOf, ownProperties, schemasOf } from "./objects.ts";
import { errorNotes, operationNotes, otherNotes, securityNotes, serverNotes, tagNotes } from "./notes.ts";
import { isIdentity, propertyLine, type Reading } from "./property-line.ts";
import { described, isEntity, propertiesOf } from "./schema.ts";

export interface OpenApiOptions {
  readonly refused: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

export function importOpenApi(root: JsonObject, { refused, names }: OpenApiOptions): { readonly draft: Draft; readonly account: Account } {
  const ledger = new Ledger();
  const info = objectAt(root["info"]);
  const title = plainLine(textAt(info["title"]) ?? "API");
  const taken = entityNames();
  const kept = schemasOf(root).filter(([name, schema]) => isEntity(root, objectAt(schema)) && !refused.has(idOfSchema(name)));
  const entities = new Map(kept.map(([name]) => [name, names.get(idOfSchema(name)) ?? entityName(name, taken)]));
  const reading: Reading = { root, entities, refused };
  const used = new Set<string>();
  const sections = kept.map(([name, schema]) => sectionOf(reading, ledger, { name, schema: objectAt(schema), names }, used));
  const others = schemasOf(root)
    .filter(([name]) => !entities.has(name))
    .map(([name, schema]) => schemaNote(reading, ledger, name, objectAt(schema), used));
  ledger.line("info");
  const context = { root, ledger, entities };
  const draft: Draft = {
    title: capitalized(title.replace(/[#*_`]/g, "")),
    origin: `Imported from an OpenAPI description, ${title}.`,
    points: {
      1: {
        lines: [{ sources: ["info"], text: `- **Name**: ${title}` }],
        notes: textAt(info["description"]) === null ? [] : [{ sources: ["info description"], text: proseOf(textAt(info["description"])!) }],
      },
      2: { notes: tagNotes(context) },
      3: { sections, notes: others },
      6: { notes: securityNotes(context) },
      7: { notes: [...serverNotes(context), ...operationNotes(context)] },
      8: { notes: errorNotes(context) },
      9: { notes: otherNotes(context) },
    },
  };
  return { draft, account: accountOf(objectsOf(root), ledger) };
}

function entityName(name: string, taken: ReturnType<typeof entityNames>): string {
  const last = name.split(".").slice(-2).join(" ");
  const words = capitalized(singularOf(wordsOf(last)));
  return taken.give(words, capitalized(wordsOf(name)), `${words} record`);
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonObject;
  readonly names: ReadonlyMap<string, string>;
}

function sectionOf(reading: Reading, ledger: Ledger, { name, schema, names }: NamedSchema, used: Set<string>): SectionDraft {
  const id = idOfSchema(name);
  ledger.line(id);
  const fields = fieldNames();
  const lines: Statement[] = [];
  const about: Statement[] = textAt(schema["description"]) === null ? [] : [{ sources: [`${id} description`], text: proseOf(textAt(schema["description"])!) }];
  const heading = [id];
  for (const property of propertiesOf(reading.root, schema)) {
    const isOwn = property.from === null;
    const mark = isOwn ? `${id}.${property.name}` : `${id} from ${property.from}.${property.name}`;
    if (isIdentity(property)) {
      heading.push(mark);
      if (isOwn) ledger.line(mark);
      continue;
    }
    const words = wordsOf(property.name);
    const given = names.get(mark);
    const read = propertyLine(reading, { id: mark, name: given === undefined ? fields.give(words, `source ${words}`) : fields.take(given), property });
    if ("line" in read) {
      lines.push(read.line);
      for (const one of read.uses) used.add(one);
      if (isOwn) ledger.line(mark);
    } else {
      about.push(read.open);
      if (isOwn) ledger.open(mark, read.reason);
    }
  }
  return { heading: { sources: heading, text: `### ${reading.entities.get(name)!}` }, about, lines };
}

/** Schemas that aren't entities: choices and simple values that fields are made of, lists, alternatives. */
function schemaNote({ root, refused }: Reading, ledger: Ledger, name: string, schema: JsonObject, used: ReadonlySet<string>): Statement {
  const id = idOfSchema(name);
  const found = resolve(root, schema);
  const remark = textAt(schema["description"]) === null ? "" : ` (${textAt(schema["description"])})`;
  const reason = refused.get(id) ?? reasonFor(found);
  for (const property of ownProperties(root, schema)) ledger.open(`${id}.${property}`, "its schema is open");
  const text = described(root, { ...schema, $ref: undefined });
  if (reason === null) {
    if (used.has(name)) ledger.line(id);
    else ledger.quoted(id);
    return { sources: [id], text: quotation(`${id}${used.has(name) ? ", which fields are made of" : ""}${remark}`, text) };
  }
  ledger.open(id, reason);
  return { sources: [id], text: openEntry(`${id}, ${text}${remark}`, reason) };
}

function reasonFor(schema: JsonObject | null): string | null {
  if (!schema) return "it refers to something outside the file";
  if (schema["oneOf"] !== undefined || schema["anyOf"] !== undefined) return "it may have several shapes";
  if (schema["type"] === "object" || schema["properties"] !== undefined || schema["additionalProperties"] !== undefined || schema["allOf"] !== undefined)
    return "it names no properties";
  return null;
}
