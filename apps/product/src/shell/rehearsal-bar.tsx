/** While rehearsing: who one is, what time it is, and what would have left the machine. */
import { ActionIcon, Button, Drawer, Group, Menu, NativeSelect, Stack, Tabs, Text, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconClock, IconMail, IconPlayerTrackNext } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listed, queryClient, refreshEverything, refreshRecords } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { formatInstant, instantFrom, localIn } from "../value/format.ts";
import { AnswerValue } from "../value/answer-value.tsx";
import { navigate } from "./location.ts";
import { useHere } from "./product-context.tsx";

interface Person {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}
interface Mail {
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}
interface Call {
  readonly at: string;
  readonly call: string;
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
  readonly status: string;
}

export const usePeople = (on: boolean) =>
  useQuery({ queryKey: ["rehearsal", "people"], queryFn: async () => listed<Person>(await request("/rehearsal/people")), enabled: on, staleTime: 60_000 });

export const useClock = (on: boolean) =>
  useQuery({ queryKey: ["rehearsal", "clock"], queryFn: () => request<{ now: string }>("/rehearsal/clock").catch(() => ({ now: new Date().toISOString() })), enabled: on });

export async function become(email: string, to = "/"): Promise<void> {
  try {
    await request("/rehearsal/become", { method: "POST", body: { email } });
    await refreshEverything();
    navigate(to);
  } catch (e) {
    notifications.show({ color: "red", message: asProblem(e).detail });
  }
}

export function RehearsalBar() {
  const { me } = useHere();
  const people = usePeople(true);
  const [caught, drawer] = useDisclosure();
  const known = people.data ?? [];
  const other = me.email && !known.some((p) => p.email === me.email) ? [{ value: me.email, label: me.name ?? me.email }] : [];
  return (
    <Group
      h={40}
      px="md"
      gap="xs"
      wrap="nowrap"
      justify="space-between"
      style={{ background: "light-dark(#fff4d6, #3a3115)", color: "light-dark(#4d3a05, #f6e4ad)", borderBottom: "1px solid light-dark(#f0dfa8, #4d431f)" }}
      role="region"
      aria-label="Rehearsal"
    >
      <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
        <Text size="sm" fw={650} visibleFrom="sm">
          Rehearsal
        </Text>
        <NativeSelect
          size="xs"
          aria-label="Be this person"
          value={me.email ?? ""}
          onChange={(e) => void become(e.currentTarget.value)}
          data={[
            ...(me.signedIn ? [] : [{ value: "", label: "nobody yet", disabled: true }]),
            ...other,
            ...known.map((p) => ({ value: p.email, label: p.name.includes(p.role) ? p.name : `${p.name} (${p.role})` })),
          ]}
          maw={190}
        />
      </Group>
      <Group gap={6} wrap="nowrap">
        <Clock />
        <Tooltip label="Mails and calls that would have left">
          <ActionIcon variant="subtle" color="dark" c="inherit" aria-label="Mails and calls" onClick={drawer.open}>
            <IconMail size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Drawer opened={caught} onClose={drawer.close} title="Caught: nothing has left this machine" size="md">
        <Caught />
      </Drawer>
    </Group>
  );
}

function Clock() {
  const { product } = useHere();
  const clock = useClock(true);
  const now = clock.data?.now ?? null;
  const [wanted, setWanted] = useState("");
  const move = async (body: object) => {
    try {
      queryClient.setQueryData(["rehearsal", "clock"], await request<{ now: string }>("/rehearsal/clock", { method: "POST", body }));
      await refreshRecords();
      await queryClient.invalidateQueries({ queryKey: ["rehearsal"], refetchType: "active", predicate: (q) => q.queryKey[1] !== "clock" });
    } catch (e) {
      notifications.show({ color: "red", message: asProblem(e).detail });
    }
  };
  return (
    <>
      <Menu position="bottom-end" width={280} onOpen={() => setWanted(now ? localIn(product.timeZone, now) : "")}>
        <Menu.Target>
          <Button size="compact-xs" variant="subtle" color="dark" c="inherit" fw={500} leftSection={<IconClock size={15} aria-hidden />}>
            {now ? formatInstant(now, product) : "…"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown p="sm">
          <TextInput
            type="datetime-local"
            label="Move the clock to"
            description="Forward only; what falls due on the way happens."
            value={wanted}
            onChange={(e) => setWanted(e.currentTarget.value)}
          />
          <Button fullWidth mt="sm" onClick={() => void move({ now: instantFrom(product.timeZone, wanted) })}>
            Move
          </Button>
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-xs" variant="subtle" color="dark" c="inherit" leftSection={<IconPlayerTrackNext size={14} aria-hidden />} onClick={() => void move({ forward: "P1D" })}>
        +1 day
      </Button>
    </>
  );
}

function Caught() {
  const { product } = useHere();
  const mails = useQuery({ queryKey: ["rehearsal", "mails"], queryFn: async () => listed<Mail>(await request("/rehearsal/mails")), refetchInterval: 3000 });
  const calls = useQuery({ queryKey: ["rehearsal", "calls"], queryFn: async () => listed<Call>(await request("/rehearsal/calls")), refetchInterval: 3000 });
  const newest = <T,>(list: readonly T[] | undefined) => [...(list ?? [])].reverse();
  return (
    <Tabs defaultValue="mails">
      <Tabs.List mb="md">
        <Tabs.Tab value="mails">Mails ({mails.data?.length ?? 0})</Tabs.Tab>
        <Tabs.Tab value="calls">Calls ({calls.data?.length ?? 0})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="mails">
        <Stack>
          {newest(mails.data).map((m, i) => (
            <div key={i} className="card" style={{ padding: 14 }}>
              <Text size="xs" c="dimmed">
                {formatInstant(m.at, product)} to {m.to}
              </Text>
              <Text fw={600} dir="auto">
                {m.subject}
              </Text>
              <Text size="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
                {m.body}
              </Text>
            </div>
          ))}
          {mails.data?.length === 0 ? <Text c="dimmed">No mail so far. What the product would send appears here.</Text> : null}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <Stack>
          {newest(calls.data).map((c, i) => (
            <div key={i} className="card" style={{ padding: 14 }}>
              <Text size="xs" c="dimmed">
                {formatInstant(c.at, product)}
                {c.status ? ` · ${c.status}` : ""}
              </Text>
              <Text fw={600}>{c.call}</Text>
              <Text size="sm">
                {c.method} <bdi>{c.address}</bdi>
              </Text>
              {c.body === null || c.body === undefined || c.body === "" ? null : (
                <div style={{ marginTop: 6 }}>
                  <AnswerValue value={c.body} />
                </div>
              )}
            </div>
          ))}
          {calls.data?.length === 0 ? <Text c="dimmed">No call so far. What the product would ask of other services appears here.</Text> : null}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
