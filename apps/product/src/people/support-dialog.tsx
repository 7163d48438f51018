/** Lets the Owner see the product as somebody else, with a reason that the security log keeps. */
import { Button, Group, Modal, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAttempt } from "../account/use-attempt.ts";
import { refreshEverything } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { navigate } from "../navigation/location.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

export function SupportDialog({ id, name, opened, onClose }: { id: string; name: string; opened: boolean; onClose(): void }) {
  const [reason, setReason] = useState("");
  const [write, setWrite] = useState(false);
  const { problem, busy, attempt } = useAttempt();
  const begin = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request(`/api/-/people/${id}/support`, { method: "POST", body: { reason, access: write ? "write" : "read" } });
      await refreshEverything();
      navigate("/");
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t("see-as-name", { name })} closeButtonProps={{ "aria-label": t("cancel") }}>
      <form onSubmit={begin}>
        <Stack>
          <Text size="sm">{t("you-see-what-name-sees-for-an", { name })}</Text>
          {problem ? <ProblemAlert problem={problem} /> : null}
          <TextInput
            label={t("reason")}
            required
            withAsterisk={false}
            maxLength={500}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
            data-autofocus
            dir="auto"
          />
          <Switch
            label={t("allow-changes")}
            description={t("the-history-shows-that-you-made-them", { name })}
            checked={write}
            onChange={(e) => setWrite(e.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t("start")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
