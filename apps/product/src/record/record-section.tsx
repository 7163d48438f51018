/** A section of a record's page: pictures beside the facts, and what is empty in one line (default 186). */
import { Box, Group, SimpleGrid, Text, Title } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { FieldLabel, FieldLine } from "../field/field-label.tsx";
import { ShowValue } from "../value/show-value.tsx";
import { emptyFields, mostNamed, shownFields } from "./empty-fields.ts";
import { isUnbroken, isWide } from "./fact-width.ts";
import { t } from "../texts/texts.ts";

export function RecordSection({ title, fields, row }: { title: string | null; fields: readonly FieldData[]; row: Row }) {
  const { lines, me, product } = useProductContext();
  const shown = shownFields(product, fields, row, lines);
  if (shown.length === 0) return null;
  // With the document's lines beside the fields, each field keeps its place.
  const empty = lines ? [] : emptyFields(shown, row);
  const filled = shown.filter((f) => !empty.includes(f));
  if (title !== null && filled.length === 0) return <EmptySection title={title} />;
  const pictures = filled.filter((f) => f.control === "image" || f.control === "images");
  const facts = filled.filter((f) => !pictures.includes(f));
  // The table of these parts has the name already.
  const namesParts = facts.some((f) => f.control === "parts" && f.label === title);
  const columns = pictures.length > 0 ? 2 : { base: 2, lg: 3 };
  return (
    <section className="card" style={{ padding: "18px 22px" }} {...(namesParts ? {} : { "aria-label": title ?? t("fields") })}>
      {title ? (
        <Title order={2} size="h4" mb="md">
          {title}
        </Title>
      ) : null}
      <div className={pictures.length > 0 ? "beside-pictures" : undefined}>
        {pictures.length > 0 ? (
          <Box component="dl" m={0}>
            {pictures.map((f) => (
              <Fact key={f.key} field={f} row={row} />
            ))}
          </Box>
        ) : null}
        <SimpleGrid component="dl" cols={columns} spacing={{ base: "md", xs: "lg" }} verticalSpacing="md" m={0} style={{ alignContent: "start" }}>
          {facts.map((f) => (
            <Fact key={f.key} field={f} row={row} isTitled={filled.length === 1 && f.label === title} />
          ))}
        </SimpleGrid>
      </div>
      {/* A visitor of a public page can fill in nothing. */}
      {empty.length > 0 && me.signedIn ? (
        <Text component="div" size="sm" c="dimmed" mt={filled.length > 0 ? "md" : 0}>
          <EmptyFields labels={empty.map((f) => f.label)} />
        </Text>
      ) : null}
    </section>
  );
}

const EmptyFields = ({ labels }: { labels: readonly string[] }) =>
  labels.length <= mostNamed ? (
    t("empty-empty", { empty: labels.join(", ") })
  ) : (
    <details>
      <summary>{t("count-empty-fields", { count: labels.length })}</summary>
      {labels.join(", ")}
    </details>
  );

/** `isTitled`: its name is that of the section. */
const Fact = ({ field, row, isTitled = false }: { field: FieldData; row: Row; isTitled?: boolean }) => (
  <div className={isUnbroken(field, row[field.key]) ? "unbroken-fact" : undefined} style={isWide(field) ? { gridColumn: "1 / -1" } : { minWidth: 0 }}>
    <Text component="dt" size="sm" c="dimmed" {...(isTitled ? { className: "only-read-aloud" } : {})}>
      <FieldLabel field={field} /> <FieldLine at={field} of={field.label} />
    </Text>
    <Text component="dd" m={0}>
      <ShowValue shape={field} value={row[field.key]} row={row} />
    </Text>
  </div>
);

const EmptySection = ({ title }: { title: string }) => (
  <section className="card" style={{ padding: "12px 22px" }} aria-label={title}>
    <Group gap="md">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {t("nothing-here-yet")}
      </Text>
    </Group>
  </section>
);
