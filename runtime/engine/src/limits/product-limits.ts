/** The limits of point 9, as they are in force today in the product's time zone. */
import { type Query, system } from "@nonet/database";
import type { Constant, Limit, Product } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

interface LimitReader {
  row(query: Query): Promise<Row | undefined>;
}

export interface LimitInForce {
  /** The digits of a number, or an ISO duration. */
  readonly value: string;
  readonly constant: Constant;
}

/** Null where the document gives none. Only a limit that changes over time needs the current day. */
export async function limitInForce(connection: LimitReader, product: Product, limit: Limit): Promise<LimitInForce | null> {
  const constant = product.constants.find((c) => c.limit === limit);
  const values = constant?.values ?? [];
  if (!constant || values.length === 0) return null;
  const today = values.length === 1 ? "" : String((await connection.row(system.today(product.about.timeZone)))?.["today"]);
  const value = values.filter((v) => v.from === null || v.from <= today).at(-1)?.value;
  return value?.kind === "literal" && typeof value.value === "string" ? { value: value.value, constant } : null;
}

export async function numberInForce(connection: LimitReader, product: Product, limit: Limit, otherwise: number): Promise<number> {
  const number = Number((await limitInForce(connection, product, limit))?.value ?? otherwise);
  return Number.isFinite(number) ? number : otherwise;
}

/** A duration in seconds: `P30D`, `PT8H`. */
export async function secondsInForce(connection: LimitReader, product: Product, limit: Limit, otherwise: number): Promise<number> {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec((await limitInForce(connection, product, limit))?.value ?? "");
  if (!found) return otherwise;
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number];
  return Math.max(1, Math.round(((days * 24 + hours) * 60 + minutes) * 60 + seconds));
}
