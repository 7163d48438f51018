/** The currency of an amount while it is edited: the field's own, the one in another field of the record, or in a record to which that refers. */
import type { FieldData } from "@nonet/screens";
import { useReferredValues } from "../api/queries.ts";
import { useEntity } from "../context/product-context.tsx";
import { valueAt } from "../format/value-at.ts";

export function useCurrency({ currency, currencyKey, currencyEntity }: FieldData, record: Readonly<Record<string, unknown>> | undefined): string {
  const [first, ...rest] = currencyKey?.split(".") ?? [];
  const entity = useEntity(currencyEntity ?? "");
  const key = rest.join(".");
  const referred = useReferredValues(entity?.path ?? "", entity && key !== "" ? idOf(record?.[first!]) : null, key === "" ? [] : [key]);
  if (currency !== null) return currency;
  if (first === undefined) return "";
  return String((key === "" ? record?.[first] : valueAt(referred.data ?? {}, key)) ?? "");
}

/** A reference is its id, or the record itself as the API sends it. */
function idOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && typeof (value as { id?: unknown }).id === "string" ? (value as { id: string }).id : null;
}
