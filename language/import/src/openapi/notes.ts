/** What an OpenAPI description says beyond its schemas, quoted under its point. */
import type { Ledger } from "../account/account.ts";
import { openEntry, plainLine, quotation, type Statement } from "../document/draft.ts";
import { type JsonObject, listAt, objectAt, resolve, textAt } from "./document.ts";
import { componentKinds, type Operation, operationsOf } from "./objects.ts";
import { described } from "./schema.ts";

export interface OpenApiContext {
  readonly root: JsonObject;
  readonly ledger: Ledger;
  readonly entities: ReadonlyMap<string, string>;
}

export function serverNotes({ root, ledger }: OpenApiContext): readonly Statement[] {
  return listAt(root["servers"]).map((server, i) => {
    const id = `server ${i + 1}`;
    ledger.quoted(id);
    return { sources: [id], text: quotation(`${id}${remark(objectAt(server))}`, plainLine(textAt(objectAt(server)["url"]) ?? "")) };
  });
}

export function tagNotes({ root, ledger }: OpenApiContext): readonly Statement[] {
  return listAt(root["tags"]).flatMap((tag, i) => {
    const id = `tag ${textAt(objectAt(tag)["name"]) ?? i + 1}`;
    if (ledger.outcomes.has(id)) return [];
    ledger.quoted(id);
    return [{ sources: [id], text: quotation(`${id}${remark(objectAt(tag))}`) }];
  });
}

const unknownEffect = "what it reads and changes isn't shown";

/** Each with its parameters, what it takes and what it answers. */
export function operationNotes({ root, ledger }: OpenApiContext): readonly Statement[] {
  return operationsOf(root).map((one) => {
    ledger.open(one.id, unknownEffect);
    for (const { id } of one.parameters) ledger.quoted(id);
    return { sources: [one.id], text: openEntry(signature(root, one), unknownEffect) };
  });
}

function signature(root: JsonObject, { id, operation, parameters }: Operation): string {
  const about = textAt(operation["summary"]) ?? textAt(operation["description"]) ?? "";
  const given = parameters.map(
    ({ parameter }) =>
      `${textAt(parameter["name"]) ?? "unnamed"} (${textAt(parameter["in"]) ?? "unknown"}${parameter["required"] === true ? ", required" : ""}, ${described(root, parameter["schema"])})`,
  );
  const takes = Object.values(objectAt(resolve(root, operation["requestBody"])?.["content"])).map((content) => described(root, objectAt(content)["schema"]));
  const answers = Object.keys(objectAt(operation["responses"]));
  return [
    `\`${id}\`${textAt(operation["operationId"]) === null ? "" : `, ${String(operation["operationId"])}`}${about === "" ? "" : `: ${plainLine(about).replace(/\.$/, "")}`}`,
    given.length === 0 ? "" : `Parameters: ${given.join("; ")}`,
    takes.length === 0 ? "" : `Takes ${[...new Set(takes)].join(" or ")}`,
    answers.length === 0 ? "" : `Answers ${answers.join(", ")}`,
  ]
    .filter((part) => part !== "")
    .join(". ");
}

export function securityNotes({ root, ledger }: OpenApiContext): readonly Statement[] {
  return Object.entries(objectAt(objectAt(root["components"])["securitySchemes"])).map(([name, value]) => {
    const id = `security scheme ${name}`;
    const scheme = resolve(root, value) ?? {};
    const reason = "who gets which permissions with it isn't shown";
    ledger.open(id, reason);
    const details = ["type", "scheme", "in", "name", "bearerFormat"].flatMap((key) => (textAt(scheme[key]) === null ? [] : [`${key} ${String(scheme[key])}`]));
    return { sources: [id], text: openEntry(`${id}, ${details.join(", ")}${remark(scheme)}`, reason) };
  });
}

/** The answers that refuse, by status and description: their codes aren't shown. */
export function errorNotes({ root }: OpenApiContext): readonly Statement[] {
  const errors = new Map<string, string[]>();
  for (const { id, operation, isWebhook } of operationsOf(root))
    for (const [status, response] of isWebhook ? [] : Object.entries(objectAt(operation["responses"]))) {
      if (!/^[45]/.test(status)) continue;
      const key = `${status} ${plainLine(textAt(resolve(root, response)?.["description"]) ?? "")}`.trim();
      errors.set(key, [...(errors.get(key) ?? []), id]);
    }
  return [...errors].map(([key, ids]) => ({
    sources: [`error ${key.slice(0, 60)} of ${ids[0]!}`],
    text: quotation(`answer ${key}`, ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ")),
  }));
}

/** Components that operations share. */
export function otherNotes({ root, ledger }: OpenApiContext): readonly Statement[] {
  return Object.entries(componentKinds).flatMap(([key, kind]) =>
    Object.entries(objectAt(objectAt(root["components"])[key])).map(([name, value]) => {
      const id = `${kind} ${name}`;
      const found = resolve(root, value) ?? objectAt(value);
      ledger.quoted(id);
      const about = textAt(found["description"]) ?? textAt(found["summary"]) ?? "";
      return { sources: [id], text: quotation(`${id}${about === "" ? "" : ` (${about})`}`, found["schema"] === undefined ? "" : described(root, found["schema"])) };
    }),
  );
}

const remark = (value: JsonObject): string => (textAt(value["description"]) === null ? "" : ` (${textAt(value["description"])})`);
