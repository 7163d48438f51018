/** A record among the choices of a picker: its name, its picture, and what its other fields say at a glance. */
import { Group, Image, Text } from "@mantine/core";
import type { EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { sizedImage } from "../format/sized-image.ts";
import { textOf } from "../format/value-text.ts";

const mostFacts = 2;
const telling = new Set<FieldData["control"]>(["reference", "choice", "money", "email"]);

export interface ChoiceFacts {
  readonly picture: FieldData | null;
  readonly facts: readonly FieldData[];
}

/** The fields that tell one record from another; none for people, whose name is enough. */
export function factsOf(entity: EntityData | undefined): ChoiceFacts {
  if (!entity || entity.name === "User") return { picture: null, facts: [] };
  const facts = entity.fields.filter((field) => telling.has(field.control) && field.key !== entity.titleKey && !field.currencyKey);
  return { picture: entity.fields.find(({ control }) => control === "image") ?? null, facts: facts.slice(0, mostFacts) };
}

interface ChoiceProps {
  readonly label: string;
  readonly refusal: string | undefined;
  /** Undefined for a record that is no longer among the results. */
  readonly row: Row | undefined;
  readonly shown: ChoiceFacts;
}

export function Choice({ label, refusal, row, shown: { picture, facts } }: ChoiceProps) {
  const { product } = useProductContext();
  const image = picture && row ? row[picture.key] : null;
  const id = typeof image === "string" ? image : (image as { readonly id?: string } | null)?.id;
  const texts = facts.flatMap((field) => {
    const text = row ? textOf(field, row[field.key], product) : "";
    return text === "" ? [] : [field.control === "money" ? `${field.label} ${text}` : text];
  });
  return (
    <Group gap="sm" wrap="nowrap">
      {picture ? (
        id ? (
          <Image src={sizedImage(id, 36)} alt="" w={36} h={36} radius="sm" fit="cover" loading="lazy" />
        ) : (
          <span style={{ width: 36, flex: "none" }} aria-hidden />
        )
      ) : null}
      <div>
        <bdi>{label}</bdi>
        {texts.length > 0 ? (
          <Text size="xs" c="dimmed">
            <bdi>{texts.join(" · ")}</bdi>
          </Text>
        ) : null}
        {refusal === undefined ? null : (
          <Text size="xs">
            <bdi>{refusal}</bdi>
          </Text>
        )}
      </div>
    </Group>
  );
}
