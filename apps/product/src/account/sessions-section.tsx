/** Where the user is signed in, and how sessions end. */
import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { refreshEverything } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { navigate } from "../navigation/location.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { refreshAccount, type Session, useSessions } from "./account-queries.ts";
import { deviceName } from "./device-name.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";
import { whenText } from "./when-text.ts";

export function SessionsSection() {
  const sessions = useSessions();
  const { problem, busy, attempt } = useAttempt();
  const end = ({ id }: Session) =>
    attempt(async () => {
      await request(`/api/me/sessions/${id}`, { method: "DELETE" });
      await refreshAccount();
    });
  const endAll = () => {
    if (!window.confirm("Sign out everywhere, here too?")) return;
    void attempt(async () => {
      await request("/api/me/sign-out-everywhere", { method: "POST", body: {} });
      await refreshEverything();
      navigate("/sign-in");
    });
  };
  return (
    <Section title="Where you are signed in" text="End a session that you don't recognize, and change your password.">
      {problem ? <ProblemAlert problem={problem} /> : null}
      {sessions.error ? <Refusal problem={asProblem(sessions.error)} /> : null}
      <SessionTable sessions={sessions.data ?? []} busy={busy} onEnd={(session) => void end(session)} />
      <Group>
        <Button variant="default" color="red" loading={busy} onClick={endAll}>
          Sign out everywhere
        </Button>
      </Group>
    </Section>
  );
}

function SessionTable({ sessions, busy, onEnd }: { sessions: readonly Session[]; busy: boolean; onEnd(session: Session): void }) {
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label="Sessions">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Device</Table.Th>
            <Table.Th>IP address</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>
              <span className="skip">End</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Text size="sm" title={session.device}>
                  <bdi>{deviceName(session.device)}</bdi>
                </Text>
              </Table.Td>
              <Table.Td>{session.source || "–"}</Table.Td>
              <Table.Td>{whenText(session.usedAt)}</Table.Td>
              <Table.Td ta="right">
                {session.current ? (
                  <Badge variant="light" tt="none">
                    This one
                  </Badge>
                ) : (
                  <Button size="xs" variant="default" disabled={busy} aria-label={`End the session on ${deviceName(session.device)}`} onClick={() => onEnd(session)}>
                    End
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
