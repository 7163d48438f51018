/** Why something was refused, in the document's own words, each with its line. */
import { Alert, Anchor, Button, Group, List, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { errorsOf, type Problem, type ProblemError } from "../api/request.ts";
import { LineLink } from "../shell/link.tsx";

export interface ProblemAlertProps {
  readonly problem: Problem;
  /** Leaves out what is shown at its field already. */
  readonly only?: (error: ProblemError) => boolean;
  /** Called when a warning is confirmed. */
  readonly onConfirm?: (codes: readonly string[]) => void;
}

export function ProblemAlert({ problem, only, onConfirm }: ProblemAlertProps) {
  const all = errorsOf(problem);
  const errors = only ? all.filter(only) : all;
  const warning = isWarning(problem);
  if (errors.length === 0) return null;
  return (
    <Alert role="alert" variant="light" color={warning ? "yellow" : "red"} icon={<IconAlertCircle aria-hidden />} styles={{ message: { color: "var(--mantine-color-text)" } }}>
      {errors.length === 1 ? (
        <ErrorText error={errors[0]!} />
      ) : (
        <List size="sm" spacing={4}>
          {errors.map((e, i) => (
            <List.Item key={i}>
              <ErrorText error={e} />
            </List.Item>
          ))}
        </List>
      )}
      {warning && onConfirm ? (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={() => onConfirm(problem.confirm ?? [])}>
            Go on all the same
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

export function ErrorText({ error }: { error: Pick<ProblemError, "detail" | "line" | "rule"> }) {
  return (
    <Text span size="sm">
      <bdi>{error.detail}</bdi> {error.line !== null && error.line !== undefined ? <LineLink line={error.line} of={error.rule ?? "refused"} /> : null}
    </Text>
  );
}

export const isWarning = (problem: Problem): boolean => (problem.confirm?.length ?? 0) > 0;

/** A refusal where nothing else can be shown: the whole screen. */
export function Refusal({ problem, retry }: { problem: Problem; retry?: () => void }) {
  return (
    <Alert role="alert" color="red" variant="light" title={problem.title} maw={640} mx="auto" mt="xl" styles={{ message: { color: "var(--mantine-color-text)" } }}>
      {errorsOf(problem).map((e, i) => (
        <div key={i}>
          <ErrorText error={e} />
        </div>
      ))}
      {retry ? (
        <Anchor component="button" size="sm" mt="sm" onClick={retry}>
          Try again
        </Anchor>
      ) : null}
    </Alert>
  );
}
