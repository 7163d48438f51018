/** Runs an action on one or several records, after a dialog if the action has input. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { createContext, useContext, useState, type ReactNode } from "react";
import type { ActionData, EntityData } from "@nonet/screens";
import { refreshRecords, type Me, type Row } from "../api/queries.ts";
import { asProblem, errorsOf, request, type Problem, type ProblemError } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { initialValues, type FormValues } from "../field/field-values.ts";
import { today } from "../format/product-clock.ts";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";
import { askToContinue } from "../problem/confirm-warnings.ts";
import { ErrorText, isWarning, refusalText, notifyRefusal } from "../problem/problem-alert.tsx";
import { RecordForm } from "./lazy-record-form.tsx";
import { notifyDone, type DoneAction } from "./undo-action.tsx";
import { useForm } from "./use-form.ts";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface ActionRequest {
  readonly entity: EntityData;
  readonly action: ActionData;
  readonly ids: readonly string[];
  /** Instead of `ids`: the parameters of a list, on all of whose records the action runs. */
  readonly filter?: Readonly<Record<string, string>>;
  /** The input of an action that asks for none here. */
  readonly input?: FormValues;
  /** The record's name, for the dialog's title. */
  readonly name: string;
  readonly row?: Row;
  /** What the person confirms first; the action's own question if it is absent. */
  readonly question?: string | null;
  /** Sent with the input: the yes or no to a decision. `words` are the texts of the button and of the notification. */
  readonly also?: Readonly<Record<string, unknown>>;
  readonly words?: { readonly button: string; readonly done: string };
  onDone?(): void;
  /** Receives the records for which the action failed, and why; `of` is how many there were. */
  onResults?(failed: readonly { readonly id: string; readonly why: ProblemError }[], of: number): void;
}

const RunContext = createContext<(run: ActionRequest) => void>(() => undefined);
export const useRunAction = () => useContext(RunContext);

export function ActionRunner({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<ActionRequest | null>(null);
  const { product } = useProductContext();
  const run = (actionRequest: ActionRequest) =>
    actionRequest.action.asks.length > 0 || questionOf(actionRequest) !== null
      ? setPending(actionRequest)
      : void runAction(actionRequest, actionRequest.input ?? {}, product.files);
  return (
    <RunContext value={run}>
      {children}
      <Modal
        opened={pending !== null}
        onClose={unlessUnsaved(() => setPending(null))}
        title={
          pending ? (
            <bdi>
              {named(pending.action.name)}: {pending.name}
            </bdi>
          ) : null
        }
        size="lg"
      >
        {pending && questionOf(pending) !== null ? <Text mb="md">{questionOf(pending)}</Text> : null}
        {pending && pending.action.asks.length === 0 ? (
          <Confirmation run={pending} onClose={() => setPending(null)} onConfirm={() => void runAction(pending, {}, product.files)} />
        ) : pending ? (
          isSingle(pending) ? (
            <SingleActionForm run={pending} onClose={() => setPending(null)} />
          ) : (
            <BatchActionForm run={pending} onClose={() => setPending(null)} />
          )
        ) : null}
      </Modal>
    </RunContext>
  );
}

/** An update of fields is always a batch. */
const isSingle = ({ ids, filter, input }: ActionRequest): boolean => ids.length === 1 && filter === undefined && input === undefined;

/** A vote is its own confirmation. */
const questionOf = ({ question, entity, action, also }: ActionRequest): string | null => (also ? null : (question ?? action.question ?? endingOf(entity, action)));

function endingOf({ name }: EntityData, { ends }: ActionData): string | null {
  const entity = midSentence(named(name));
  switch (ends?.by) {
    case undefined:
      return null;
    case "archiving":
      return t("this-archives-the-entity", { entity });
    case "deleting":
      return t("this-deletes-the-entity", { entity });
    case "state":
      return t("the-entity-becomes-state", { entity, state: named(ends.state) });
  }
}

/** What ends a record early is red here as on its page. */
const colourOf = ({ action }: ActionRequest): { readonly colour?: "red" } => (action.stops ? { colour: "red" } : {});

function Confirmation({ run, onClose, onConfirm }: { run: ActionRequest; onClose(): void; onConfirm(): void }) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Group justify="flex-end">
      <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
        {t("cancel")}
      </Button>
      <Button onClick={confirm} color={colourOf(run).colour}>
        {run.words?.button ?? named(run.action.name)}
      </Button>
    </Group>
  );
}

function SingleActionForm({ run, onClose }: { run: ActionRequest; onClose(): void }) {
  const { me, product } = useProductContext();
  const form = useForm({
    fields: run.action.asks,
    initial: initialActionValues(run, me, product.timeZone),
    target: { address: `/api/${run.entity.path}/${run.ids[0]}/${run.action.path}`, method: "POST" },
    ...(run.also ? { also: run.also } : {}),
    onDone: () => {
      onClose();
      void notifyDone(doneOf(run), run.words?.done ?? t("action-done", { action: named(run.action.name) }));
      void refreshRecords();
      run.onDone?.();
    },
  });
  return (
    <RecordForm
      form={form}
      steps={[{ title: null, fields: run.action.asks }]}
      all={run.entity.fields}
      submit={run.words?.button ?? named(run.action.name)}
      {...colourOf(run)}
      onCancel={onClose}
    />
  );
}

function BatchActionForm({ run, onClose }: { run: ActionRequest; onClose(): void }) {
  const { me, product } = useProductContext();
  const form = useForm({ fields: run.action.asks, initial: sharedInitialValues(run, me, product.timeZone), target: { address: "", method: "POST" }, onDone: () => undefined });
  const many = {
    ...form,
    preview: null,
    hints: null,
    submit: async () => {
      onClose();
      await runAction(run, form.values, product.files);
      return null;
    },
  };
  return <RecordForm form={many} steps={[{ title: null, fields: run.action.asks }]} all={[]} submit={named(run.action.name)} {...colourOf(run)} onCancel={onClose} />;
}

/** Input for several records starts with its defaults; fields of the records stay unchanged in each. */
const sharedInitialValues = (run: ActionRequest, me: Me, zone: string): FormValues =>
  initialValues(
    run.action.asks.filter((f) => !f.own),
    me,
    zone,
  );

/** Input that is also a field of the record starts with the record's value. */
function initialActionValues(run: ActionRequest, me: Me, zone: string): FormValues {
  const values: Record<string, unknown> = { ...sharedInitialValues(run, me, zone) };
  for (const f of run.action.asks) {
    if (run.row && f.key in run.row && run.row[f.key] !== null) values[f.key] = run.row[f.key];
    else if (typeof f.default === "object" && f.default && "today" in f.default) values[f.key] = today(zone);
  }
  return values;
}

async function runAction(run: ActionRequest, input: FormValues, files: readonly string[], confirm?: readonly string[]): Promise<void> {
  try {
    if (isSingle(run)) {
      const query = confirm ? `?confirm=${confirm.join(",")}` : "";
      await request(`/api/${run.entity.path}/${run.ids[0]}/${run.action.path}${query}`, { method: "POST", body: { ...input, ...run.also } });
      void notifyDone(doneOf(run), run.words?.done ?? t("action-done", { action: named(run.action.name) }));
    } else {
      await runBatch(run, input);
    }
  } catch (e) {
    const problem = asProblem(e);
    if (isWarning(problem) && !confirm && (await askToContinue(`${named(run.action.name)}: ${run.name}`, refusalText(problem, files))))
      return runAction(run, input, files, problem.confirm);
    notifyRefusal(`${named(run.action.name)}: ${run.name}`, e);
  }
  void refreshRecords();
  run.onDone?.();
}

const doneOf = ({ entity, action, ids, name, row }: ActionRequest): DoneAction => ({ entity, action, id: ids[0]!, name, before: row });

interface BatchResult {
  readonly id: string;
  readonly ok?: boolean;
  readonly status?: number;
  readonly detail?: string;
  readonly problem?: Problem;
}

async function runBatch(run: ActionRequest, input: FormValues): Promise<void> {
  const answer = await request<{ results?: BatchResult[]; items?: BatchResult[] } | BatchResult[]>(`/api/${run.entity.path}:batch`, {
    method: "POST",
    body: { action: run.action.name, ...(run.filter ? { filter: run.filter } : { ids: run.ids }), asked: input },
  });
  const results = Array.isArray(answer) ? answer : (answer.results ?? answer.items ?? []);
  const failed = results.filter((r) => r.ok === false || (r.status ?? 200) >= 400 || r.problem);
  notify(t("some-done", { action: run.action.name, done: results.length - failed.length, all: results.length }));
  if (failed.length > 0)
    run.onResults?.(
      failed.map((r) => ({ id: r.id, why: reasonOf(r) })),
      results.length,
    );
  if (failed.length === 0 || run.onResults) return;
  const reasons = [...new Map(failed.map((r) => [reasonOf(r).detail, reasonOf(r)])).values()];
  notifications.show({
    color: "red",
    title: t("count-failed", { count: failed.length }),
    message: (
      <>
        {reasons.map((r, i) => (
          <div key={i}>
            <ErrorText error={r} />
          </div>
        ))}
      </>
    ),
    autoClose: 12_000,
  });
}

const notify = (message: string) => notifications.show({ message, color: "product" });

const reasonOf = ({ problem, detail }: BatchResult): ProblemError =>
  (problem && errorsOf(problem)[0]) ?? { field: null, code: "refused", detail: detail ?? t("the-request-was-refused"), rule: null, line: null };
