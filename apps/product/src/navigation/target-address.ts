/** The address that opens after saving. */
import type { TargetData } from "@nonet/screens";
import { request } from "../api/request.ts";

/** Null if the saved record lacks a value that the route needs. A record behind a reference is read; its id serves where its field may not be read. */
export async function targetAddress({ route, fills }: TargetData, saved: Readonly<Record<string, unknown>> | null): Promise<string | null> {
  let address = route;
  for (const { parameter, keys, path } of fills) {
    const value = await valueOf(saved, keys, path);
    if (value === null) return null;
    address = address.replace(`:${parameter}`, () => encodeURIComponent(value));
  }
  return address;
}

async function valueOf(saved: Readonly<Record<string, unknown>> | null, [first, second]: readonly string[], path: string | null): Promise<string | null> {
  const value = first === undefined ? undefined : saved?.[first];
  if (path === null || second === undefined) return textOf(value);
  const id = textOf(typeof value === "object" && value !== null ? (value as { readonly id?: unknown }).id : value);
  if (id === null || second === "id") return id;
  try {
    const row = await request<Readonly<Record<string, unknown>>>(`/api/${path}/${encodeURIComponent(id)}`);
    return textOf(row[second]) ?? id;
  } catch {
    return id;
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null);
