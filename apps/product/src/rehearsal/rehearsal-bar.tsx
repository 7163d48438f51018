/** The rehearsal bar: switches the user, moves the clock and lists unsent messages. */
import { ActionIcon, Button, Drawer, Group, NativeSelect, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconMail } from "@tabler/icons-react";
import { useProductContext } from "../context/product-context.tsx";
import { documentOptions } from "../api/queries.ts";
import { withBase } from "../addresses/base.ts";
import { followLink } from "../navigation/location.ts";
import { useFoldedBar } from "./folded-bar.ts";
import { personLabel } from "./person.ts";
import { RehearsalClock } from "./rehearsal-clock.tsx";
import { signInAs, useRehearsalPeople } from "./rehearsal-people.ts";
import { t } from "../texts/texts.ts";
import "./rehearsal.css";

const OutgoingMessages = lazy(() => import("./outgoing-messages.tsx").then((m) => ({ default: m.OutgoingMessages })));

export function RehearsalBar() {
  const { me } = useProductContext();
  const people = useRehearsalPeople(true);
  const [messagesOpened, messages] = useDisclosure();
  const document = useQuery({ ...documentOptions, enabled: me.signedIn, staleTime: 60_000 });
  const [folded, setFolded] = useFoldedBar();
  const rehearsalPeople = people.data ?? [];
  const other = me.email && !rehearsalPeople.some((p) => p.email === me.email) ? [{ value: me.email, label: me.name ?? me.email }] : [];
  if (folded)
    return (
      <Button
        style={{ position: "fixed", top: 0, insetInlineStart: "50%", zIndex: 120, borderStartStartRadius: 0, borderStartEndRadius: 0 }}
        size="compact-xs"
        leftSection={<IconChevronDown size={14} aria-hidden />}
        aria-expanded={false}
        onClick={() => setFolded(false)}
      >
        {t("rehearsal")}
      </Button>
    );
  return (
    <Group className="rehearsal-bar" h={40} gap="xs" wrap="nowrap" justify="space-between" role="region" aria-label={t("rehearsal")}>
      <Group gap={8} wrap="nowrap" className="rehearsal-who">
        <Text size="sm" fw={650} visibleFrom="sm">
          {t("rehearsal")}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t("be-this-person")}
          value={me.email ?? ""}
          onChange={(e) => signInAs(e.currentTarget.value)}
          data={[
            ...(me.signedIn ? [] : [{ value: "", label: t("not-signed-in"), disabled: true }]),
            ...other,
            ...rehearsalPeople.map((p) => ({ value: p.email, label: personLabel(p) })),
          ]}
          className="rehearsal-person"
        />
      </Group>
      <Group gap={6} wrap="nowrap">
        {document.data?.current === false ? (
          <Button
            component="a"
            href={withBase("/document")}
            size="compact-xs"
            color="red"
            className="rehearsal-errors"
            aria-label={t("the-document-has-errors")}
            leftSection={<IconAlertTriangle size={14} aria-hidden />}
            onClick={followLink("/document")}
          >
            {t("the-document-has-errors")}
          </Button>
        ) : null}
        <RehearsalClock />
        <Tooltip label={t("unsent-emails-and-calls")}>
          <ActionIcon variant="subtle" color="dark" c="inherit" aria-label={t("unsent-emails-and-calls")} onClick={messages.open}>
            <IconMail size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("fold-the-bar")}>
          <ActionIcon variant="subtle" color="dark" c="inherit" aria-label={t("fold-the-bar")} aria-expanded onClick={() => setFolded(true)}>
            <IconChevronUp size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Drawer opened={messagesOpened} onClose={messages.close} title={t("not-sent-during-rehearsal")} size="md">
        <Suspense>
          <OutgoingMessages />
        </Suspense>
      </Drawer>
    </Group>
  );
}
