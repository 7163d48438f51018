/** A decision by several people on a record: its steps, who has decided what, whose turn it is, and buttons to decide. */
import { Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import type { EntityData, FieldData } from "@nonet/screens";
import { useActions, type AvailableAction, type DecisionView, type Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { FieldLine } from "../field/field-label.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { formatInstant } from "../format/format.ts";
import { ShowValue } from "../value/show-value.tsx";
import { ErrorText } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export function DecisionPanels({ entity, row, name }: { entity: EntityData; row: Row; name: string }) {
  const actions = useActions(
    entity.path,
    row.id,
    entity.actions.some((a) => a.decision !== null),
  );
  return (
    <>
      {(actions.data ?? []).map((a) =>
        a.decision ? <DecisionPanel key={a.name} entity={entity} row={row} name={name} shown={a} decision={a.decision} all={actions.data ?? []} /> : null,
      )}
    </>
  );
}

interface PanelProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly name: string;
  readonly shown: AvailableAction;
  readonly decision: DecisionView;
  /** All actions of the record. */
  readonly all: readonly AvailableAction[];
}

/** The no has the name of the action that it stands for on this page, and another name than a possible action with its own effect. */
function refusingName(refusedAs: string | null, all: readonly AvailableAction[]): string {
  const possible = all.flatMap(({ name, allowed }) => (allowed ? [name] : []));
  if (refusedAs !== null && possible.includes(refusedAs)) return named(refusedAs);
  return possible.some((name) => named(name) === t("reject")) ? t("vote-no") : t("reject");
}

function DecisionPanel({ entity, row, name, shown, decision, all }: PanelProps) {
  const run = useRunAction();
  const action = entity.actions.find((a) => a.name === shown.name);
  const no = refusingName(action?.decision?.refusedAs ?? null, all);
  const decide = (
    answer: "yes" | "no" | "abstain",
    words: { button: string; done: string } = { button: answer === "no" ? no : said[answer].button, done: `${named(shown.name)}: ${said[answer].you}` },
  ) => {
    if (!action) return;
    const asks = answer === "yes" ? action.asks : answer === "no" ? (action.decision?.refusing ?? []) : [];
    run({
      entity,
      action: { ...action, asks },
      ids: [row.id],
      name,
      row,
      also: { decision: answer },
      words,
    });
  };
  return (
    <section className="card" style={{ padding: "18px 22px" }} aria-label={t("decision-shown", { shown: named(shown.name) })}>
      <Group justify="space-between" align="start" mb="md">
        <Title order={2} size="h4">
          {t("decision-shown", { shown: named(shown.name) })} <FieldLine at={decision} of={shown.name} />
        </Title>
        {decision.turn && action ? (
          <Group gap="xs">
            <Button leftSection={<IconCheck size={16} aria-hidden />} disabled={!shown.allowed} onClick={() => decide("yes")}>
              {t("approve")}
            </Button>
            <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => decide("no")}>
              {no}
            </Button>
            {decision.now !== null && decision.steps[decision.now]?.abstentions ? (
              <Button variant="default" leftSection={<IconMinus size={16} aria-hidden />} onClick={() => decide("abstain")}>
                {t("abstain")}
              </Button>
            ) : null}
          </Group>
        ) : shown.allowed && action ? (
          <Button
            onClick={() =>
              decide(
                "yes",
                decision.now === null
                  ? { button: named(shown.name), done: t("action-done", { action: shown.name }) }
                  : { button: t("propose"), done: t("action-proposed", { action: shown.name }) },
              )
            }
          >
            {decision.now === null ? named(shown.name) : t("propose")}
          </Button>
        ) : null}
      </Group>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
        {decision.steps.map((step, i) => (
          <Step key={i} step={step} number={decision.steps.length > 1 ? `${i + 1}. ` : ""} begun={decision.begun} />
        ))}
      </Stack>
      {decision.given && action ? <GivenLast given={decision.given} asks={action.asks} /> : null}
      {shown.why ? (
        <Text size="sm" c="dimmed" mt="md" component="div">
          <ErrorText error={{ ...shown, detail: shown.why, rule: shown.name }} />
        </Text>
      ) : null}
    </section>
  );
}

/** What the last yes gave: it counts, and may differ from what the reader gave. */
function GivenLast({ given, asks }: { given: NonNullable<DecisionView["given"]>; asks: readonly FieldData[] }) {
  return (
    <Stack gap={2} mt="md">
      <Text size="sm" c="dimmed">
        {t("given-by")} <bdi>{given.by.name ?? t("someone-inside")}</bdi> {t("with-the-latest-approval")}
      </Text>
      {asks
        .filter((field) => field.key in given.values)
        .map((field) => (
          <Text key={field.key} size="sm" component="div">
            <bdi>{field.label}</bdi>: <ShowValue shape={field} value={given.values[field.key]} row={given.values} small />
          </Text>
        ))}
    </Stack>
  );
}

const said = {
  yes: { button: t("approve"), done: t("approved"), you: t("you-approved") },
  no: { button: t("reject"), done: t("rejected"), you: t("you-rejected") },
  abstain: { button: t("abstain"), done: t("abstained"), you: t("you-abstained") },
} as const;

const stepStatus = {
  "passed over": t("skipped"),
  through: t("complete"),
  now: t("in-progress"),
  first: t("first-step"),
  waiting: t("nobody-can-decide"),
  later: t("later"),
} as const;

type DecisionStep = DecisionView["steps"][number];

/** The people of a step as the document names them, without how many of them it takes: `all of owner step` is "Owner step", `[order.cost centre.owner]` is "Cost centre owner". */
function whoIn({ who }: DecisionStep): string {
  const people = who.replace(/^(any (\d+ )?of|all of|majority of) /, "").replace(/^\((.*)\)$/, "$1");
  const path = /^\[([\p{L}\d _-]+(?:\.[\p{L}\d _-]+)*)\]$/u.exec(people)?.[1];
  if (path !== undefined) return asTitle(path.split(".").slice(-2).join(" "));
  return asTitle(people);
}

const asTitle = (people: string): string => people.charAt(0).toLocaleUpperCase() + people.slice(1);

const needOf = ({ need, count }: DecisionStep): string =>
  need === "all" ? t("everyone-must-approve") : need === "majority" ? t("a-majority-must-approve") : t("count-must-approve", { count });

function Step({ step, number, begun }: { step: DecisionView["steps"][number]; number: string; begun: boolean }) {
  const undecided = step.stands === "now" && begun ? t("hasnt-decided-yet") : step.stands === "now" || step.stands === "later" ? t("not-asked-yet") : t("not-asked");
  return (
    <li aria-current={step.stands === "now" ? "step" : undefined}>
      <Group gap="xs">
        <Text fw={step.stands === "now" ? 600 : 400}>
          {number}
          <bdi>{whoIn(step)}</bdi>
        </Text>
        {step.people.length > 1 || step.count > 1 ? (
          <Text size="sm" c="dimmed">
            {needOf(step)}
          </Text>
        ) : null}
        <Badge variant={step.stands === "now" ? "light" : "default"} color={step.stands === "waiting" ? "red" : "product"} tt="none">
          {stepStatus[!begun && step.stands === "now" ? "first" : step.stands]}
        </Badge>
      </Group>
      <Stack gap={2} component="ul" m={0} ps="lg" style={{ listStyle: "none" }}>
        {step.people.map((p, i) => (
          <Person key={p.id ?? i} person={p} undecided={undecided} />
        ))}
      </Stack>
    </li>
  );
}

function Person({ person, undecided }: { person: DecisionView["steps"][number]["people"][number]; undecided: string }) {
  const { product } = useProductContext();
  const status = person.said === null ? undecided : `${said[person.said].done}${person.at ? `, ${formatInstant(person.at, product)}` : ""}`;
  return (
    <Text component="li" size="sm">
      <bdi>{person.name ?? t("someone")}</bdi>
      {person.deputy ? (
        <>
          {" "}
          {t("voted-by")} <bdi>{person.deputy.name ?? t("a-deputy")}</bdi>
        </>
      ) : null}{" "}
      <Text span c="dimmed">
        {status}
      </Text>
    </Text>
  );
}
