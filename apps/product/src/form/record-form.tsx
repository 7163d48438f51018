/** Creates or edits a record on one page or in steps. An error opens the step that contains its field. */
import { Button, Group, Stack, Stepper, Text } from "@mantine/core";
import { useState } from "react";
import type { FieldData } from "@nonet/screens";
import type { Problem } from "../api/request.ts";
import { useGoingOn } from "../navigation/first-field.ts";
import { isWarning, ProblemAlert } from "../problem/problem-alert.tsx";
import { ComputedPreview, FormFields } from "./form-fields.tsx";
import { rootOf, type Form } from "./use-form.ts";
import { useMediaQuery } from "@mantine/hooks";
import { t } from "../texts/texts.ts";

export interface RecordFormProps {
  readonly form: Form;
  readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
  /** All fields of the entity, for computed values. */
  readonly all: readonly FieldData[];
  readonly submit: string;
  readonly colour?: string;
  onCancel?(): void;
}

export function RecordForm({ form, steps, all, submit, colour, onCancel }: RecordFormProps) {
  const [step, setStep] = useState(0);
  const { ref, goOn } = useGoingOn();
  const narrow = useMediaQuery("(max-width: 36em)");
  const last = step >= steps.length - 1;
  const toError = (problem: Problem | null) => {
    const stepWithError = steps.findIndex((s) => s.fields.some((f) => problem?.errors.some((e) => rootOf(e.field) === f.key)));
    if (stepWithError >= 0) {
      setStep(stepWithError);
      goOn("wrong");
    }
  };
  // While a file is sent, the form stays as it is: what is saved or left meanwhile would be without it.
  const save = async (confirm?: readonly string[]) => (form.busy ? undefined : toError(await form.submit(confirm)));
  // A step that is wrong isn't left behind, except to go back.
  const go = (to: number) => {
    if (form.busy) return;
    const between = steps.slice(step, to).flatMap((s) => s.fields);
    if (to >= step && !form.passes(between)) return goOn("wrong");
    setStep(to);
    goOn("step");
  };
  const next = (event: React.FormEvent) => {
    event.preventDefault();
    if (last) void save();
    else go(step + 1);
  };
  const shown = form.problem ?? form.hints;
  return (
    <form onSubmit={next} ref={ref} noValidate>
      <Stack gap="lg">
        {shown ? <ProblemAlert problem={shown} {...(form.problem && isWarning(form.problem) ? {} : { only: form.isGeneral })} onConfirm={(codes) => void save(codes)} /> : null}
        {form.hasDraft ? <DraftOffer form={form} /> : null}
        {steps.length > 1 ? (
          <Stepper active={step} onStepClick={go} size="sm" orientation={narrow ? "vertical" : "horizontal"}>
            {steps.map((s, i) => (
              <Stepper.Step key={i} label={s.title ?? t("step-i", { i: i + 1 })} color={s.fields.some((f) => form.errorsFor(f.key).length > 0) ? "red" : undefined} />
            ))}
          </Stepper>
        ) : null}
        <FormFields form={form} fields={steps[step]?.fields ?? []} />
        <ComputedPreview form={form} fields={all} />
        <Group justify="space-between">
          <Group>
            {onCancel ? (
              <Button
                variant="subtle"
                color="gray"
                onClick={() => {
                  form.discardDraft();
                  onCancel();
                }}
              >
                {t("cancel")}
              </Button>
            ) : null}
          </Group>
          <Group>
            {step > 0 ? (
              <Button variant="default" disabled={form.busy} onClick={() => go(step - 1)}>
                {t("back")}
              </Button>
            ) : null}
            <Button type="submit" loading={form.busy} {...(colour ? { color: colour } : {})}>
              {last ? submit : t("next")}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Offers what was typed here before and not saved. */
function DraftOffer({ form }: { form: Form }) {
  // The buttons go away, so the work goes on in the first field.
  const ending = (end: () => void) => (event: React.MouseEvent) => {
    event.currentTarget.closest("form")?.querySelector<HTMLElement>("input:not([type=hidden], [type=file]), textarea, [contenteditable=true]")?.focus();
    end();
  };
  return (
    <Group gap="xs" role="status" className="draft-offer">
      <Text size="sm">{t("you-typed-something-here-before")}</Text>
      <Button size="compact-sm" variant="default" onClick={ending(form.restoreDraft)}>
        {t("restore")}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={ending(form.discardDraft)}>
        {t("discard")}
      </Button>
    </Group>
  );
}
