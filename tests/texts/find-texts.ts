/** Finds texts for people that stand in the front end's code instead of its catalogues. */
import { parseSync } from "oxc-parser";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Attributes and properties whose values are read by people. */
const read = /^(title|label|placeholder|aria-label|description|alt|message|detail|heading|caption|error|empty|submit|closeButtonLabel|nothingFoundMessage)$/;
/** What stands at such places and is no text: a colour, a key of the address, the start of a web address. */
const noText = /^(red|_label|https:\/\/)$/;
/** Functions that show their argument. */
const shows = /^(window\.)?(confirm|prompt|alert)$/;

export function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const report = (node: Node): void => {
    const line = source.slice(0, node.start).split("\n").length;
    found.push(`${file}:${line} ${source.slice(node.start, node.end).trim().replace(/\s+/g, " ")}`);
  };
  visit(parseSync(file, source).program as unknown as Node, false, (node, isShown) => {
    if (node.type === "JSXText" && /\p{L}{2}/u.test(String(node["value"]))) report(node);
    if (isShown && isText(node)) report(node);
  });
  return found;
}

function isText(node: Node): boolean {
  if (node.type === "Literal") return typeof node["value"] === "string" && /\p{L}{2}/u.test(node["value"]) && !noText.test(node["value"]);
  if (node.type !== "TemplateLiteral") return false;
  return (node["quasis"] as { value: { cooked: string } }[]).some(({ value }) => /\p{L}{2}/u.test(value.cooked));
}

/** `isShown`: the value of the node is shown to a person. */
function visit(node: Node, isShown: boolean, look: (node: Node, isShown: boolean) => void): void {
  // Types and keys of the catalogue are no texts.
  if (node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
  look(node, isShown);
  for (const [key, value] of Object.entries(node)) {
    const children = Array.isArray(value) ? value : [value];
    for (const child of children) if (isNode(child)) visit(child, passesOn(node, key, isShown), look);
  }
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function passesOn(node: Node, key: string, isShown: boolean): boolean {
  switch (node.type) {
    case "JSXAttribute":
      return key === "value" && read.test(String((node["name"] as Node)["name"]));
    case "Property":
      return key === "value" && read.test(nameOf(node["key"] as Node));
    case "JSXElement":
    case "JSXFragment":
      return key === "children";
    case "CallExpression":
      return key === "arguments" && shows.test(calleeOf(node["callee"] as Node));
    case "ConditionalExpression":
      return isShown && key !== "test";
    case "LogicalExpression":
      return isShown && (key === "right" || node["operator"] !== "&&");
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return isShown;
    default:
      return false;
  }
}

const nameOf = (key: Node): string => String(key["name"] ?? key["value"] ?? "");
const calleeOf = (callee: Node): string => (callee.type === "MemberExpression" ? `${nameOf(callee["object"] as Node)}.${nameOf(callee["property"] as Node)}` : nameOf(callee));
