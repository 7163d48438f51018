/** A form screen of point 2: creates a record, or runs an action on the record in the address or the one that the user selects. */
import { Paper, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { EntityData, FieldData, ScreenData } from "@nonet/screens";
import { refreshRecords, blockingError, useRecord, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { initialValues, type FormValues } from "../field/field-values.ts";
import { recordAddress } from "../format/record-address.ts";
import { givenHere, navigate } from "../navigation/location.ts";
import { targetAddress } from "../navigation/target-address.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { RecordChoice } from "./record-choice.tsx";
import { RecordForm } from "./record-form.tsx";
import { submitText } from "../texts/submit-text.ts";
import { useForm } from "./use-form.ts";
import { useHiddenFields, useInitialFormValues } from "./use-screen-form.ts";
import { t } from "../texts/texts.ts";

type FormBody = Extract<ScreenData["body"], { kind: "form" }>;

interface FormScreenProps {
  readonly screen: ScreenData;
  readonly body: FormBody;
  readonly parameters: Readonly<Record<string, string>>;
}

export function FormScreen(props: FormScreenProps) {
  return (
    <>
      <Heading title={props.screen.name} screen={props.screen} />
      <FormPanel {...props} />
    </>
  );
}

/** The form without a heading, as a page contains it. `onSaved`: also runs where the address stays the same. */
export function FormPanel({ screen, body, parameters, onSaved }: FormScreenProps & { onSaved?: () => void }) {
  const entity = useEntity(body.entity);
  const initial = useInitialFormValues(screen.name, body.prefills, parameters);
  const prefill = initial && "values" in initial ? initial.values : undefined;
  // The parameter of an action's form names the record on which it runs.
  const id = body.action === null ? null : (Object.values(parameters)[0] ?? null);
  const [chosen, setChosen] = useState<{ id: string; shownAs?: string } | null>(null);
  if (!entity) return null;
  const done = (row: Row | null) => {
    notifications.show({ message: body.action ? t("action-done", { action: body.action }) : t("entity-saved", { entity: entity.name }), color: "product" });
    const page = (row ? recordAddress(entity, row) : null) ?? "/";
    const go = (to: string): void => {
      navigate(to);
      onSaved?.();
    };
    if (!body.afterSaving) return go(page);
    void targetAddress(body.afterSaving, row).then((to) => go(to ?? page));
  };
  if (initial && "problem" in initial) return <Refusal problem={initial.problem} />;
  const of = id ?? chosen?.id ?? null;
  return (
    <Paper className="card" p={{ base: "md", sm: "xl" }} maw={760}>
      {body.action && id === null ? (
        <Stack mb="lg">
          <RecordChoice entity={entity} chosen={chosen} onChange={setChosen} />
        </Stack>
      ) : null}
      {body.question === null ? null : <Text mb="md">{body.question}</Text>}
      {!prefill ? (
        <Skeleton height={220} />
      ) : body.action ? (
        of ? (
          <ActionForm key={of} {...{ screen, body, id: of, given: prefill }} onDone={done} />
        ) : null
      ) : (
        <NewForm {...{ screen, body, entity, given: { ...prefill, ...givenHere() } }} onDone={done} />
      )}
    </Paper>
  );
}

interface PartProps {
  readonly screen: ScreenData;
  readonly body: FormBody;
  readonly given: FormValues;
  onDone(row: Row | null): void;
}

function NewForm({ screen, body, entity, given, onDone }: PartProps & { entity: EntityData }) {
  const { me, product } = useProductContext();
  const fields = body.steps.flatMap((s) => s.fields);
  const names = new Set(fields.map((f) => f.key));
  // Prefilled values are sent even if the form doesn't show them.
  const unseen = entity.fields.filter((f) => f.key in given && !names.has(f.key) && f.writableOnCreate);
  const all = [...fields, ...unseen];
  return (
    <ConditionalForm
      {...{ screen, body, id: null, fields: all, onDone }}
      initial={{ ...initialValues(fields, me, product.timeZone), ...given }}
      target={{ address: `/api/${entity.path}${body.makes === null ? "" : `/${body.makes}`}`, method: "POST" }}
      submit={submitText(screen.name, entity, fields)}
      computed={entity.fields}
    />
  );
}

function ActionForm({ screen, body, id, given, onDone }: PartProps & { id: string }) {
  const entity = useEntity(body.entity);
  const action = entity?.actions.find((a) => a.name === body.action);
  const record = useRecord(entity?.path ?? "", id, entity !== undefined);
  const fields = body.steps.flatMap((s) => s.fields);
  if (blockingError(record)) return <Refusal problem={asProblem(record.error)} />;
  if (!record.data) return <Skeleton height={160} />;
  const own = Object.fromEntries(fields.filter((f) => (record.data[f.key] ?? null) !== null).map((f) => [f.key, record.data[f.key]]));
  return (
    <ConditionalForm
      {...{ screen, body, id, fields, onDone }}
      initial={{ ...own, ...given }}
      target={{ address: `/api/${entity!.path}/${encodeURIComponent(record.data.id)}/${action?.path ?? ""}`, method: "POST" }}
      submit={body.action ?? t("save")}
      computed={entity!.fields}
    />
  );
}

interface ConditionalFormProps extends Omit<PartProps, "given"> {
  readonly id: string | null;
  readonly fields: readonly FieldData[];
  readonly initial: FormValues;
  readonly target: { readonly address: string; readonly method: "POST" };
  readonly submit: string;
  readonly computed: readonly FieldData[];
}

/** Hidden fields aren't sent, because the user can't see what would be saved. */
function ConditionalForm({ screen, body, id, fields, initial, target, submit, computed, onDone }: ConditionalFormProps) {
  const [values, setValues] = useState<FormValues>(initial);
  const hidden = useHiddenFields(screen.name, body.conditional, fields, values, id);
  const form = useForm({
    fields,
    initial,
    target,
    sent: () => fields.filter((f) => !hidden?.includes(f.name)),
    onDone: (row) => {
      void refreshRecords();
      onDone(row);
    },
  });
  if (form.values !== values) setValues(form.values);
  if (hidden === null) return <Skeleton height={220} />;
  const steps = body.steps.map((s) => ({ ...s, fields: s.fields.filter((f) => !hidden.includes(f.name)) })).filter((s) => s.fields.length > 0 || body.steps.length === 1);
  return <RecordForm form={form} steps={steps} all={computed} submit={submit} />;
}
