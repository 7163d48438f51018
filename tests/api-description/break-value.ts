/** Changes one place of a value so that it no longer keeps to its schema. */
import { pick, resolved, type Schema, type Surroundings, typesOf } from "./generate-value.ts";

/** A copy of an object with one mistake, and what the mistake is; null where no mistake is possible. */
export function brokenObject(around: Surroundings, schema: Schema, value: Readonly<Record<string, unknown>>): { readonly value: unknown; readonly mistake: string } | null {
  const { random } = around;
  const object = resolved(around, schema);
  const names = Object.keys(object.properties ?? {});
  const mistakes: (() => { value: unknown; mistake: string } | null)[] = [
    () => ({ value: pick([[value], "text", 7, true], random), mistake: "a body that isn't an object" }),
    ...(object.additionalProperties === false ? [() => ({ value: { ...value, surplus: 1 }, mistake: "an unknown property" })] : []),
    ...(object.required ?? []).map((name) => () => ({ value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)), mistake: `without ${name}` })),
    ...names.map((name) => () => {
      const broken = brokenValue(around, object.properties![name]!);
      return broken && { value: { ...value, [name]: broken.value }, mistake: `${name} ${broken.mistake}` };
    }),
  ];
  for (let tries = 0; tries < 8; tries++) {
    const made = pick(mistakes, random)();
    if (made) return made;
  }
  return null;
}

function brokenValue(around: Surroundings, given: Schema): { readonly value: unknown; readonly mistake: string } | null {
  const schema = resolved(around, given);
  const { random } = around;
  if (schema.anyOf) return { value: pick([true, [true]], random), mistake: "of no kind that it may have" };
  const types = typesOf(schema);
  if (types.length === 0) return null;
  const wrong: [unknown, string][] = [[{ surplus: 1 }, "an object"]];
  if (!types.includes("array")) wrong.push([["a", "b"], "a list"]);
  else wrong.push(["text", "a text"], ...tooManyItems(schema));
  if (!types.includes("boolean")) wrong.push([true, "true"]);
  if (types.includes("boolean")) wrong.push(["perhaps", "a word"]);
  if (types.includes("integer")) wrong.push([1.5, "a fraction"], ["twelve", "a word"], ...outOfBounds(schema));
  if (types.includes("string")) wrong.push(...(types.includes("number") ? [] : [[7, "a number"] as [unknown, string]]), ...wrongTexts(schema));
  if (types.includes("object")) wrong.shift();
  const [value, mistake] = pick(wrong, random);
  return { value, mistake };
}

const tooManyItems = ({ maxItems }: Schema): [unknown, string][] => (maxItems === undefined || maxItems > 1000 ? [] : [[Array(maxItems + 1).fill("x"), "too long"]]);

const outOfBounds = ({ minimum, maximum }: Schema): [unknown, string][] => [
  ...(minimum === undefined ? [] : [[minimum - 1, "too small"] as [unknown, string]]),
  ...(maximum === undefined ? [] : [[maximum + 1, "too large"] as [unknown, string]]),
];

function wrongTexts({ enum: choices, format, pattern, maxLength, minLength }: Schema): [unknown, string][] {
  const wrong: [unknown, string][] = [];
  if (choices) wrong.push(["no such choice", "no choice"]);
  if (format === "date") wrong.push(["2026-02-30", "no day"], ["tomorrow", "a word"]);
  if (format === "date-time") wrong.push(["2026-13-01T00:00:00Z", "no month"], ["noon", "a word"]);
  if (format === "duration") wrong.push(["three days", "words"]);
  if (format === "email") wrong.push(["no address", "no address"]);
  if (format === "uuid") wrong.push(["no id", "no id"]);
  if (format === "uri") wrong.push(["no address", "no address"]);
  if (pattern && !new RegExp(pattern, "u").test("\u00a7")) wrong.push(["\u00a7", "another pattern"]);
  if (maxLength !== undefined) wrong.push(["x".repeat(maxLength + 1), "too long"]);
  if (minLength !== undefined && minLength > 1) wrong.push(["x", "too short"]);
  return wrong;
}
