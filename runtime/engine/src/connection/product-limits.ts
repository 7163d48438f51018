/** The limits of point 9 that the engine keeps, as they are in force on the product's today. */
import { type Query, system } from "@nonet/database";
import type { Constant, Limit, Product } from "@nonet/model";
import type { Row } from "./contract.ts";

interface Asked {
  row(query: Query): Promise<Row | undefined>;
}

export interface InForce {
  /** As it is written: a number's digits, or an ISO duration. */
  readonly value: string;
  readonly constant: Constant;
}

/** null where the document says none. Only one that changes over time asks which day it is. */
export async function limitInForce(connection: Asked, product: Product, limit: Limit): Promise<InForce | null> {
  const constant = product.constants.find((c) => c.limit === limit);
  const values = constant?.values ?? [];
  if (!constant || values.length === 0) return null;
  const today = values.length === 1 ? "" : String((await connection.row(system.today(product.about.timeZone)))?.["today"]);
  const value = values.filter((v) => v.from === null || v.from <= today).at(-1)?.value;
  return value?.kind === "literal" && typeof value.value === "string" ? { value: value.value, constant } : null;
}

export async function numberInForce(connection: Asked, product: Product, limit: Limit, otherwise: number): Promise<number> {
  const number = Number((await limitInForce(connection, product, limit))?.value ?? otherwise);
  return Number.isFinite(number) ? number : otherwise;
}

/** Seconds of a length of time: `P30D`, `PT8H`. */
export async function secondsInForce(connection: Asked, product: Product, limit: Limit, otherwise: number): Promise<number> {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec((await limitInForce(connection, product, limit))?.value ?? "");
  if (!found) return otherwise;
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number];
  return Math.max(1, Math.round(((days * 24 + hours) * 60 + minutes) * 60 + seconds));
}
