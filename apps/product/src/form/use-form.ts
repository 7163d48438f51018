/**
 * A form's state: values, the server's errors by field, and a debounced dry run that shows computed values and
 * violated rules before anything is saved.
 */
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { callAddress } from "../addresses/base.ts";
import { asProblem, errorsOf, request, type Problem, type ProblemError } from "../api/request.ts";
import { useUploading } from "../api/upload.ts";
import { holdUnsavedWork } from "../navigation/unsaved-work.ts";
import { toSend, type FormValues } from "../field/field-values.ts";
import { useDraft } from "./drafts.ts";
import { t } from "../texts/texts.ts";

export interface FormTarget {
  readonly address: string;
  readonly method: "POST" | "PATCH";
  readonly ifMatch?: string | number;
  /** The method of an offered call. Its address may have parameters, and it has no dry run. */
  readonly call?: string;
}

export interface FormOptions {
  readonly fields: readonly FieldData[];
  readonly initial: FormValues;
  readonly target: FormTarget;
  /** The fields to send; all of `fields` by default. */
  readonly sent?: (values: FormValues) => readonly FieldData[];
  /** Additional values in the request. */
  readonly also?: Readonly<Record<string, unknown>>;
  onDone(row: Row | null): void;
}

export interface Form {
  readonly values: FormValues;
  /** Whether something was typed here before and not saved. */
  readonly hasDraft: boolean;
  /** Fills in what was typed before, except where something else has been typed since. */
  restoreDraft(): void;
  /** Forgets what was typed before. */
  discardDraft(): void;
  readonly preview: Row | null;
  readonly problem: Problem | null;
  /** Rules that the current values violate, according to the dry run. */
  readonly hints: Problem | null;
  readonly busy: boolean;
  set(key: string, value: unknown): void;
  errorsFor(key: string): readonly ProblemError[];
  /** Whether the error belongs to no visible field. */
  isGeneral(error: ProblemError): boolean;
  submit(confirm?: readonly string[]): Promise<Problem | null>;
  /** Whether the fields of a step can be left as they are; if not, their errors are shown. */
  passes(step: readonly FieldData[]): boolean;
  /** Removes the errors. */
  clear(): void;
}

export const rootOf = (field: string | null): string | null => (field === null ? null : (field.split(/[/.]/)[0] ?? null));

export function useForm(options: FormOptions): Form {
  const { fields, target } = options;
  const draft = useDraft(options);
  const [values, setValues] = useState<FormValues>(options.initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { keep } = draft;
  useEffect(() => keep(Object.fromEntries([...touched].map((key) => [key, values[key] ?? null]))), [keep, touched, values]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setBusy] = useState(false);
  const busy = useUploading() || saving;
  const saved = useUnsavedWork(touched.size > 0);
  const body = () => ({ ...toSend(options.sent ? options.sent(values) : fields, values), ...options.also });
  const dry = useDryRun(target, touched.size > 0 && !busy && target.call === undefined ? JSON.stringify(body()) : null);
  const keys = new Set(fields.map((f) => f.key));
  const isGeneral = (e: ProblemError) => !keys.has(rootOf(e.field) ?? "");
  const early = (dry.problem && dry.problem.status >= 400 && dry.problem.status !== 404 ? errorsOf(dry.problem) : []).filter((e) => e.code !== "required");

  return {
    values,
    hasDraft: draft.offered !== null,
    restoreDraft() {
      const restored = Object.fromEntries(Object.entries(draft.offered ?? {}).filter(([key]) => !touched.has(key)));
      setValues((old) => ({ ...old, ...restored }));
      setTouched((old) => new Set([...old, ...Object.keys(restored)]));
      draft.take();
    },
    discardDraft: draft.drop,
    preview: dry.row,
    problem,
    hints: !problem && dry.problem && early.some(isGeneral) && !errorsOf(dry.problem).some((e) => e.code === "required") ? dry.problem : null,
    busy,
    set(key, value) {
      setValues((old) => ({ ...old, [key]: value }));
      setTouched((old) => new Set(old).add(key));
      setProblem((old) => (old ? { ...old, errors: old.errors.filter((e) => rootOf(e.field) !== key) } : old));
    },
    errorsFor: (key) => distinct([...(problem?.errors ?? []), ...(touched.has(key) || problem ? early : [])].filter((e) => rootOf(e.field) === key)),
    isGeneral,
    passes(step) {
      const missing = findMissing(options.sent ? step.filter((f) => options.sent!(values).includes(f)) : step, values, target.method === "POST");
      const wrong = early.filter((e) => step.some((f) => f.key === rootOf(e.field)));
      const found = missing ?? (wrong.length > 0 && dry.problem ? { ...dry.problem, detail: wrong[0]!.detail, errors: wrong } : null);
      setProblem(found);
      return found === null;
    },
    clear: () => setProblem(null),
    async submit(confirm = []) {
      // Missing values are reported first: rules evaluated without them would only confuse.
      const missing = findMissing(options.sent ? fields.filter((f) => options.sent!(values).includes(f)) : fields, values, target.method === "POST");
      if (missing) {
        setProblem(missing);
        return missing;
      }
      setBusy(true);
      setProblem(null);
      try {
        const query = confirm.length > 0 ? `?confirm=${confirm.map(encodeURIComponent).join(",")}` : "";
        const row =
          target.call !== undefined
            ? await sendCall(target.address, target.call, body())
            : await request<Row | null>(target.address + query, { method: target.method, body: body(), ...(target.ifMatch !== undefined ? { ifMatch: target.ifMatch } : {}) });
        setBusy(false);
        saved();
        draft.drop();
        options.onDone(row);
        return null;
      } catch (e) {
        const refused = asProblem(e);
        setProblem(refused.status === 401 ? { ...refused, detail: t("your-session-has-ended-so-nothing-was"), errors: [] } : refused);
        setBusy(false);
        return refused;
      }
    },
  };
}

/** Holds the form's values as unsaved work while something is typed; the function that it returns says that they are saved. */
function useUnsavedWork(typed: boolean): () => void {
  const release = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!typed) return;
    release.current = holdUnsavedWork();
    return () => release.current();
  }, [typed]);
  return () => release.current();
}

/** Replaces the address's parameters by the values with their names; a GET sends the rest as its query. */
async function sendCall(address: string, method: string, values: Readonly<Record<string, unknown>>): Promise<Row | null> {
  const path = callAddress(address).replace(/(?<=\/):([\w-]+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")));
  if (method !== "GET") return request<Row | null>(path, { method, body: values });
  const query = new URLSearchParams(
    Object.entries(values)
      .filter(([, v]) => v !== null && v !== undefined)
      .map(([k, v]) => [k, String(v)]),
  );
  return request<Row | null>(`${path}${query.size > 0 ? `?${query}` : ""}`);
}

/** Reports empty required fields in the server's words. */
function findMissing(fields: readonly FieldData[], values: FormValues, creating: boolean): Problem | null {
  const empty = fields.filter(
    (f) =>
      f.required &&
      (creating || !f.conditional) &&
      !f.computed &&
      (creating ? f.writableOnCreate : f.writableOnUpdate) &&
      f.control !== "yes/no" &&
      [null, undefined, ""].includes(values[f.key] as null),
  );
  const errors = empty.map((f) => ({
    field: f.key,
    code: "required",
    detail: t("label-is-required", { label: f.label }),
    rule: null,
    line: f.line,
    ...(f.file ? { file: f.file } : {}),
  }));
  return errors.length === 0 ? null : { title: t("validation-failed"), status: 422, code: "required", detail: errors[0]!.detail, errors };
}

const distinct = (errors: readonly ProblemError[]) => errors.filter((e, i) => errors.findIndex((o) => o.detail === e.detail) === i);

/** What saving the current values would do; requested when the user pauses typing. */
function useDryRun(target: FormTarget, body: string | null): { row: Row | null; problem: Problem | null } {
  const [debouncedBody] = useDebouncedValue(body, 350);
  const [answer, setAnswer] = useState<{ row: Row | null; problem: Problem | null }>({ row: null, problem: null });
  const latest = useRef(0);
  useEffect(() => {
    if (debouncedBody === null) return;
    const abort = new AbortController();
    const sequence = ++latest.current;
    request<Row | null>(`${target.address}?dryRun=unfinished`, {
      method: target.method,
      body: JSON.parse(debouncedBody),
      signal: abort.signal,
      ...(target.ifMatch !== undefined ? { ifMatch: "*" } : {}),
    })
      .then((row) => sequence === latest.current && setAnswer({ row, problem: null }))
      .catch((e) => !abort.signal.aborted && sequence === latest.current && setAnswer({ row: null, problem: asProblem(e) }));
    return () => abort.abort();
  }, [debouncedBody, target.address, target.method, target.ifMatch]);
  return body === null ? { row: null, problem: null } : answer;
}
