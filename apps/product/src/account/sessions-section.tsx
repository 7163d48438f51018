/** Where the user is signed in, and how sessions end. */
import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { refreshEverything } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { navigate } from "../navigation/location.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { RealTimes } from "../rehearsal/real-times.tsx";
import { refreshAccount, type Session, useSessions } from "./account-queries.ts";
import { deviceName } from "./device-name.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";
import { ask } from "../question/ask.ts";
import { t } from "../texts/texts.ts";

export function SessionsSection() {
  const sessions = useSessions();
  const { problem, busy, attempt } = useAttempt();
  const end = ({ id }: Session) =>
    attempt(async () => {
      await request(`/api/me/sessions/${id}`, { method: "DELETE" });
      await refreshAccount();
    });
  const endAll = async () => {
    if (!(await ask({ title: t("sign-out-everywhere-question"), text: t("this-session-ends-too"), yes: t("sign-out") }))) return;
    void attempt(async () => {
      await request("/api/me/sign-out-everywhere", { method: "POST", body: {} });
      await refreshEverything();
      navigate("/sign-in");
    });
  };
  return (
    <Section title={t("where-you-are-signed-in")} text={t("end-a-session-that-you-dont-recognize")}>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {sessions.error ? <Refusal problem={asProblem(sessions.error)} /> : null}
      <RealTimes />
      <SessionTable sessions={sessions.data ?? []} busy={busy} onEnd={(session) => void end(session)} />
      <Group>
        <Button variant="default" color="red" loading={busy} onClick={() => void endAll()}>
          {t("sign-out-everywhere")}
        </Button>
      </Group>
    </Section>
  );
}

function SessionTable({ sessions, busy, onEnd }: { sessions: readonly Session[]; busy: boolean; onEnd(session: Session): void }) {
  const { product } = useProductContext();
  return (
    <Table.ScrollContainer minWidth={480} type="native" className="stacked" tabIndex={0} role="region" aria-label={t("sessions")}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("device")}</Table.Th>
            <Table.Th>{t("ip-address")}</Table.Th>
            <Table.Th>{t("last-used")}</Table.Th>
            <Table.Th>
              <span className="skip">{t("end")}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td data-label={t("device")}>
                <Text size="sm" title={session.device}>
                  <bdi>{deviceName(session.device)}</bdi>
                </Text>
              </Table.Td>
              <Table.Td data-label={t("ip-address")}>{session.source || "–"}</Table.Td>
              <Table.Td data-label={t("last-used")}>{formatInstant(session.usedAt, product)}</Table.Td>
              <Table.Td ta="right">
                {session.current ? (
                  <Badge variant="light" tt="none">
                    {t("this-one")}
                  </Badge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={busy}
                    aria-label={t("end-the-session-on-device", { device: deviceName(session.device) })}
                    onClick={() => onEnd(session)}
                  >
                    {t("end")}
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
