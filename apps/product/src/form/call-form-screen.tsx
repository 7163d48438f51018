/** A form that runs an offered call and shows its response. */
import { Alert, Paper } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { ScreenData } from "@nonet/screens";
import { refreshRecords } from "../api/queries.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { initialValues, type FormValues } from "../field/field-values.ts";
import { targetAddress } from "../navigation/target-address.ts";
import { navigate } from "../navigation/location.ts";
import { AnswerValue } from "../value/answer-value.tsx";
import { RecordForm } from "./record-form.tsx";
import { useForm } from "./use-form.ts";
import { useInitialFormValues } from "./use-screen-form.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type CallBody = Extract<ScreenData["body"], { kind: "call form" }>;

export function CallFormScreen(props: { screen: ScreenData; body: CallBody }) {
  return (
    <>
      <Heading title={props.screen.name} screen={props.screen} />
      <CallFormPanel {...props} />
    </>
  );
}

/** The form without a heading, as a page contains it. */
export function CallFormPanel({ screen, body }: { screen: ScreenData; body: CallBody }) {
  const prefill = useInitialFormValues(screen.name, body.prefills);
  return (
    <Paper className="card" p={{ base: "md", sm: "xl" }} maw={760}>
      {prefill && "values" in prefill ? <CallForm screen={screen} body={body} given={prefill.values} /> : null}
    </Paper>
  );
}

function CallForm({ screen, body, given }: { screen: ScreenData; body: CallBody; given: FormValues }) {
  const { me, product } = useProductContext();
  const [answer, setAnswer] = useState<{ readonly value: unknown } | null>(null);
  const fields = body.steps.flatMap((s) => s.fields);
  const form = useForm({
    fields,
    initial: { ...initialValues(fields, me, product.timeZone), ...given },
    target: { address: body.path, method: "POST", call: body.method },
    onDone: (row) => {
      void refreshRecords();
      notifications.show({ message: t("action-done", { action: body.call }), color: "product" });
      if (body.afterSaving) void targetAddress(body.afterSaving, row).then((to) => (to === null ? setAnswer({ value: row }) : navigate(to)));
      else setAnswer({ value: row });
    },
  });
  return (
    <>
      <RecordForm form={form} steps={body.steps} all={[]} submit={named(screen.name)} />
      {answer !== null ? (
        <Alert mt="lg" color="product" variant="light" title={t("call-done", { call: body.call })} role="status">
          {answer.value === null || answer.value === "" ? t("the-call-returned-no-content") : <AnswerValue value={answer.value} />}
        </Alert>
      ) : null}
    </>
  );
}
