/** Explains what each cell of the matrix in point 6 grants. */
import { type Condition, type Grant, type Permissions, type Product, whyUnusable } from "@nonet/model";
import { article, capital, quotedList } from "../text/english.ts";
import { pronoun, withPlainOwn } from "../text/own-words.ts";
import { whereWords } from "./expression-words.ts";
import { personWith, type Sentence, type TextAt } from "./sentence.ts";

/** Of the chosen grants of the product. */
export function grantSentences(textAt: TextAt, product: Product, chosen: readonly Grant[] = product.permissions.grants): Sentence[] {
  const { permissions } = product;
  const plurals = new Map(product.entities.map(({ name, plural }) => [name, plural]));
  const say = (grant: Grant, verb: string, by?: string): string => sentence(textAt, plurals, grant, verb, by);
  return onceEach(
    chosen.flatMap((grant) => {
      // Rows of their own replace it for all the fields that it names.
      if (grant.fields?.length === 0) return [];
      if (/^all\b/i.test(grant.text) && isDecidedByWho(product, grant)) return [];
      const why = whyUnusable(product, grant);
      // `all` grants whatever there is; a grant that a cell names and nobody can use is reported as such.
      if (why !== null && /^all\b/i.test(grant.text)) return [];
      if (why !== null)
        return [
          {
            what: named(grant),
            sentence: say(grant, wordsOf(grant)).replace(" may ", " is granted, but can't use, to ").replace(/\.$/, `: ${why}.`),
            span: grant.source,
          },
        ];
      if (grant.by !== undefined) return [{ what: named(grant), sentence: say(grant, "fill in", ` by "${grant.by}"`), span: grant.source }];
      if (!isFieldRow(permissions, grant) || grant.verb === "read") return [{ what: named(grant), sentence: say(grant, wordsOf(grant)), span: grant.source }];
      // `update` in a field's own row grants two verbs with one word: one sentence for both (default 59).
      const pair = permissions.grants.find((one) => one.verb !== grant.verb && one.verb !== "read" && isSameCell(one, grant));
      if (!pair) return [{ what: named(grant), sentence: say(grant, grant.verb === "create" ? "fill in" : "change"), span: grant.source }];
      if (grant.verb === "create") return [];
      const isFixed = product.entities.find(({ name }) => name === grant.entity)?.fields.some(({ name, setOnce }) => setOnce && name === grant.fields?.[0]) === true;
      const verb = isFixed ? "fill in" : mayCreate(product, grant) ? "fill in and change" : "change";
      return [{ what: `${named(pair)}; ${named(grant)}`, sentence: say(grant, verb), span: grant.source }];
    }),
  );
}

/** Whether every row of the action has a Who: `all` grants the actions whose Who is empty. */
function isDecidedByWho({ machines }: Product, { entity, verb }: Grant): boolean {
  const rows = machines.flatMap((machine) => (machine.entity === entity ? machine.transitions : []));
  const ofAction = typeof verb === "string" ? [] : rows.filter(({ trigger }) => trigger.kind === "action" && trigger.action === verb.action);
  return ofAction.length > 0 && ofAction.every(({ who }) => who.length > 0);
}

/** `all, Submit` grants Submit twice in one cell. */
function onceEach(all: readonly Sentence[]): Sentence[] {
  const said = new Set<string>();
  return all.filter(({ sentence }) => !said.has(sentence) && said.add(sentence));
}

/** The key by which an error finds its sentence. */
const named = ({ role, verb, entity }: Grant): string => `grant to ${role}: ${typeof verb === "string" ? verb : verb.action} ${entity}`;

const wordsOf = ({ verb }: Grant): string => (typeof verb === "string" ? (verb === "history" ? "read the history of" : verb) : `run "${verb.action}" on`);

function sentence(textAt: TextAt, plurals: ReadonlyMap<string, string>, grant: Grant, verb: string, by = ""): string {
  const fields = grant.fields ? `${quotedList(grant.fields)} of ` : "";
  const limits = grant.where
    ? withPlainOwn(limitsOf(textAt, grant, grant.where), { name: grant.entity, plural: plurals.get(grant.entity) ?? grant.entity })
        .replace(/^their own\b/, "own")
        .replace(/\s+/g, " ")
        .trim()
    : "";
  const own = by === "" ? /^own\b\s*(?:and\s+|:.*$)?/is.exec(limits)?.[0] : undefined;
  const record =
    own !== undefined
      ? `their own ${grant.entity === "User" ? "User record" : (plurals.get(grant.entity) ?? grant.entity)}`
      : by === ""
        ? article(grant.entity)
        : `a new ${grant.entity}${by}`;
  const rest = limits.slice(own?.length ?? 0);
  // The fields are said already.
  const further = grant.fields ? rest.replace(/^(?:\([^)]*\)|,?\s*\(?(?:all\s+)?(?:except|but|without)\s[^()]*?\)?)(?=\s+(?:own|while|where|when|if)\s|\s*$)/i, "").trim() : rest;
  return `${capital(personWith(grant.role))} may ${verb} ${fields}${record}${further === "" ? "" : ` (${further})`}.`;
}

/** A condition that stands in two cells, of Who and of the guard, has its canonical form. */
function limitsOf(textAt: TextAt, { whereText, fields }: Grant, where: Condition): string {
  const written = whereText ?? limitsIn(textAt(where.source));
  // `own while open: phone, bank account`: the fields are named already.
  const limits = (fields === null ? written : written.replace(/(?<=\S)\s*:\s+[^:`]+$/, "")).replaceAll("`", "");
  return limits.includes("|") || isOfTheirs.test(limits) ? whereWords(textAt, where) : limits;
}

const isOfTheirs = new RegExp(String.raw`(?:^|\s)(?:of|in|from|for|at)\s+${pronoun}\s`, "iu");

/** `own while submitted` in `update own while submitted`: the sentence names the verb and the fields already. */
const limitsIn = (text: string): string =>
  isOfTheirs.test(text)
    ? text.replace(/^(?:create|read|update|delete|history)\s+/i, "")
    : (/(?:^|\s|\))\s*((?:not\s+)?own\b.*|(?:while|where|when|if)\s.*)$/is.exec(text)?.[1] ?? text.replace(/^(?:create|read|update|delete|history)\s+/i, ""));

const isFieldRow = ({ fieldRows }: Permissions, { entity, fields, source }: Grant): boolean =>
  fields?.length === 1 &&
  fieldRows.some((row) => row.entity === entity && row.field === fields[0] && row.source.file === source.file && row.source.from <= source.from && source.to <= row.source.to);

const isSameCell = (a: Grant, b: Grant): boolean =>
  a.entity === b.entity && a.role === b.role && a.fields?.[0] === b.fields?.[0] && a.source.file === b.source.file && a.source.from === b.source.from;

/** Whether a person with the grant may create such a record; otherwise there is none to fill in. */
function mayCreate(product: Product, grant: Grant): boolean {
  const { roles } = product.permissions;
  const held = [["anyone"], ["everyone", "anyone"], ...roles.map((role) => [...role.includes, "everyone", "anyone"])].map((names) => ["bearer", ...names]);
  const makers = new Set(makersOf(product, grant.entity));
  return held.some((names) => names.includes(grant.role) && names.some((name) => makers.has(name)));
}

/** The roles that may create a record of the entity; a part without rows of its own is created by roles that may change its whole's list. */
function makersOf(product: Product, name: string): string[] {
  const { permissions, entities } = product;
  const onRecords = (entity: string): Grant[] => permissions.grants.filter((one) => one.entity === entity && !isFieldRow(permissions, one));
  const own = onRecords(name);
  const part = own.length === 0 ? entities.find((e) => e.name === name)?.partOf : null;
  if (!part) return own.filter((one) => one.verb === "create").map((one) => one.role);
  const ofList = permissions.grants.filter((one) => one.entity === part.entity && one.verb === "update" && (one.fields === null || one.fields.includes(part.list)));
  return onRecords(part.entity).length === 0 ? makersOf(product, part.entity) : ofList.map((one) => one.role);
}
