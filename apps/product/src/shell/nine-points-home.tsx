/** The home page of a product without screens: the nine points, their state and what each adds. */
import { Badge, Group, SimpleGrid, Text } from "@mantine/core";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { lineAddress } from "../context/source-link.tsx";
import { Link } from "../navigation/link.tsx";
import { pointSummary, pointTitle } from "../texts/point-text.ts";
import { t } from "../texts/texts.ts";

export function NinePointsHome() {
  const { product } = useProductContext();
  return (
    <>
      <Heading title={product.name || product.title} screen={null} />
      <Text maw={680} mb="lg" c="dimmed">
        {t("this-product-is-built-from-its-document")}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {product.points.map((p) => (
          <section key={p.number} className="card" style={{ padding: 18 }} aria-labelledby={`point-${p.number}`}>
            <Group justify="space-between" wrap="nowrap" align="start" mb={6}>
              <Text component="h2" id={`point-${p.number}`} fw={650}>
                {p.number}.{" "}
                {p.line ? (
                  <Link to={lineAddress(p)} inherit c="inherit">
                    {pointTitle(p.number)}
                  </Link>
                ) : (
                  pointTitle(p.number)
                )}
              </Text>
              <Badge variant={p.state === "written" ? "filled" : "default"} tt="none" style={{ flexShrink: 0 }}>
                {p.state === "written" ? t("written") : p.state === "none" ? t("none") : t("not-shown")}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {p.state === "written" ? t("point-adds") : t("point-will-add")} {pointSummary(p.number)}
            </Text>
          </section>
        ))}
      </SimpleGrid>
    </>
  );
}
