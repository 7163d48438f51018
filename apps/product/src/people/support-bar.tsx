/** Says that the Owner looks at the product as somebody else, and ends that. */
import { Button, Group, Text } from "@mantine/core";
import { refreshEverything } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { navigate } from "../navigation/location.ts";
import { notifyRefusal } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

export function SupportBar() {
  const { me } = useProductContext();
  if (!me.acting) return null;
  const stop = async () => {
    try {
      await request("/api/me/support", { method: "DELETE" });
      await refreshEverything();
      navigate("/people");
    } catch (error) {
      notifyRefusal(t("stop"), error);
    }
  };
  const { name, until, readOnly } = me.acting;
  const end = new Date(until).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  return (
    <Group
      h={40}
      px="md"
      gap="sm"
      wrap="nowrap"
      justify="space-between"
      style={{ background: "light-dark(#b42318, #7a271a)", color: "#fff" }}
      role="region"
      aria-label={t("acting-for-somebody-else")}
    >
      <Text size="sm" fw={600} truncate>
        {t("you-are-acting-for")} <bdi>{name}</bdi> {t("until-end", { end })}
        {readOnly ? ` – ${t("read-only-inside")}` : ""}
      </Text>
      <Button size="xs" variant="white" color="dark" onClick={() => void stop()} style={{ flexShrink: 0 }}>
        {t("stop")}
      </Button>
    </Group>
  );
}
