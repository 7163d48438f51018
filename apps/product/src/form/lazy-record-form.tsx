/** The form of a record, loaded when the first one is opened, or before. */
import { Center, Loader } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { RecordFormProps } from "./record-form.tsx";

const load = () => import("./record-form.tsx").then(({ RecordForm: component }) => ({ default: component }));
const Loaded = lazy(load);

export function RecordForm(props: RecordFormProps) {
  return (
    <Suspense
      fallback={
        <Center mih={160}>
          <Loader size="sm" />
        </Center>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}

/** Loads it when the person first points, touches or types, so that a dialog opens at once and the first page stays light. */
export function loadRecordFormEarly(): () => void {
  const signs = ["pointermove", "pointerdown", "keydown"];
  const stop = (): void => signs.forEach((sign) => removeEventListener(sign, start));
  const start = (): void => {
    stop();
    void load().catch(() => undefined);
  };
  signs.forEach((sign) => addEventListener(sign, start, { passive: true }));
  return stop;
}
