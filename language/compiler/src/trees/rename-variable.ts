/** The same expression over another variable. */
export function renameVariable<T>(value: T, from: string, to: string): T {
  if (Array.isArray(value)) return value.map((item: unknown) => renameVariable(item, from, to)) as T;
  if (typeof value !== "object" || value === null) return value;
  const node = value as Record<string, unknown>;
  if (node["kind"] === "variable" && node["name"] === from) return { ...node, name: to } as T;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, key === "type" || key === "span" ? part : renameVariable(part, from, to)])) as T;
}
