/** The rehearsal clock: shows the time, and moves it forward. */
import { Button, Menu, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconClock, IconPlayerTrackNext } from "@tabler/icons-react";
import { useState } from "react";
import { itemsIn } from "../api/items-in.ts";
import { queryClient, refreshRecords } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant, instantFrom, localIn } from "../format/format.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import { useRehearsalClock } from "./use-rehearsal-clock.ts";

/** What the product did by itself on the way. */
interface Happened {
  readonly entity: string;
  readonly action: string;
  readonly count: number;
}

const count = async (what: "mails"): Promise<number> => itemsIn(await request(`/rehearsal/${what}`)).length;

export function RehearsalClock() {
  const { product } = useProductContext();
  const clock = useRehearsalClock(true);
  const now = clock.data?.now ?? null;
  const [target, setTarget] = useState("");
  const move = async (body: object) => {
    try {
      const mails = await count("mails");
      const { now: moved, happened } = await request<{ now: string; happened: readonly Happened[] }>("/rehearsal/clock", { method: "POST", body });
      queryClient.setQueryData(["rehearsal", "clock"], { now: moved });
      const sent = (await count("mails")) - mails;
      const lines = [...happened.map((one) => `${one.entity}: ${named(one.action)} (${one.count})`), ...(sent > 0 ? [t("emails", { count: sent })] : [])];
      notifications.show({
        title: t("the-clock-moved-to", { now: formatInstant(moved, product) }),
        message: lines.length > 0 ? lines.join("\n") : t("nothing-fell-due"),
        color: "product",
        styles: { description: { whiteSpace: "pre-line" } },
      });
      await refreshRecords();
      await queryClient.invalidateQueries({ queryKey: ["rehearsal"], refetchType: "active", predicate: (q) => q.queryKey[1] !== "clock" });
    } catch (e) {
      notifications.show({ color: "red", message: asProblem(e).detail });
    }
  };
  return (
    <>
      <Menu position="bottom-end" width={280} onOpen={() => setTarget(now ? localIn(product.timeZone, now) : "")}>
        <Menu.Target>
          <Button size="compact-xs" variant="subtle" color="dark" c="inherit" fw={500} leftSection={<IconClock size={15} aria-hidden />}>
            {now ? formatInstant(now, product) : "…"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown p="sm">
          <TextInput
            type="datetime-local"
            label={t("move-the-clock-to")}
            description={t("the-clock-only-moves-forward-timers-and")}
            value={target}
            onChange={(e) => setTarget(e.currentTarget.value)}
          />
          <Button fullWidth mt="sm" onClick={() => void move({ now: instantFrom(product.timeZone, target) })}>
            {t("move-clock")}
          </Button>
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-xs" variant="subtle" color="dark" c="inherit" leftSection={<IconPlayerTrackNext size={14} aria-hidden />} onClick={() => void move({ forward: "P1D" })}>
        {t("1-day")}
      </Button>
    </>
  );
}
