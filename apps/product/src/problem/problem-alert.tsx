/** Shows why a request was refused, with the document's sentence and line. */
import { Alert, Anchor, Button, Group, List, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { asProblem, errorsOf, type Problem, type ProblemError } from "../api/request.ts";
import { LineLink } from "../context/source-link.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { useSentence } from "../context/source-sentence.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

export interface ProblemAlertProps {
  readonly problem: Problem;
  /** Selects the errors to show, without those shown at their fields. */
  readonly only?: (error: ProblemError) => boolean;
  /** Called when the user confirms warnings. */
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
            {t("continue-anyway")}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

/** The error's message; what the document says at the line is one click away, or open for those who look at its lines anyway. `asked`: the person has asked why. */
export function ErrorText({ error, asked = false }: { error: Pick<ProblemError, "detail" | "line" | "rule" | "file" | "sentence">; asked?: boolean }) {
  const { lines } = useProductContext();
  const [opened, setOpened] = useState(lines || asked);
  const loadedSentence = useSentence({ at: error.sentence === undefined ? error : null, of: error.rule });
  const sentence = error.sentence ?? loadedSentence;
  const link = <LineLink at={error} of={error.rule ?? "refused"} />;
  return (
    <Text span size="sm">
      <bdi>{error.detail}</bdi>{" "}
      {sentence === null ? (
        link
      ) : (
        <Anchor component="button" type="button" className="why" c="inherit" size="xs" underline="always" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t("why")}
        </Anchor>
      )}
      {sentence !== null && opened ? (
        <Text span size="xs" c="dimmed" display="block" className="source-sentence">
          <bdi>{sentence}</bdi> {link}
        </Text>
      ) : null}
    </Text>
  );
}

/** Shows an error outside a form as a notification. */
export function notifyRefusal(title: string, error: unknown, autoClose = 10_000): void {
  const message = errorsOf(asProblem(error)).map((e, i) => (
    <Text key={i} component="div" c="var(--mantine-color-text)">
      <ErrorText error={e} />
    </Text>
  ));
  notifications.show({ color: "red", title, message, autoClose });
}

/** An error as plain text, for confirmation dialogs. */
export const refusalText = (problem: Problem, files: readonly string[]): string =>
  errorsOf(problem)
    .map((e) => (e.sentence ? `${e.detail}\n${e.sentence}${e.line ? ` (${placeText(files, e)})` : ""}` : e.detail))
    .join("\n\n");

export const isWarning = (problem: Problem): boolean => (problem.confirm?.length ?? 0) > 0;

/** An error instead of a screen's content. */
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
          {t("try-again")}
        </Anchor>
      ) : null}
    </Alert>
  );
}
