/** Displays references to other records, as links to their pages. */
import { Fragment } from "react";
import { useProductContext } from "../context/product-context.tsx";
import { datedName } from "../format/dated-name.ts";
import { recordAddress } from "../format/record-address.ts";
import { TextLink } from "../navigation/text-link.tsx";
import { named } from "../texts/names.ts";

export const References = ({ values, entity, linked }: { values: readonly unknown[]; entity: string | null; linked: boolean }) => (
  <>
    {values.map((value, i) => (
      <Fragment key={i}>
        {i > 0 ? ", " : null}
        <Reference value={value} entity={entity} linked={linked} />
      </Fragment>
    ))}
  </>
);

function Reference({ value, entity, linked }: { value: unknown; entity: string | null; linked: boolean }) {
  const { product } = useProductContext();
  if (typeof value !== "object" || value === null) return <bdi>{String(value)}</bdi>;
  const reference = value as Record<string, unknown> & { shownAs?: string };
  const data = product.entities.find((e) => e.name === entity);
  const to = linked && data && data.name !== "User" ? recordAddress({ ...data, recordParameter: "id" }, reference) : null;
  // An id is no name.
  const name = reference.shownAs === reference["id"] && entity !== null ? named(entity) : datedName(reference.shownAs ?? "–", data, product);
  const text = <bdi>{name}</bdi>;
  return to ? <TextLink to={to}>{text}</TextLink> : text;
}
