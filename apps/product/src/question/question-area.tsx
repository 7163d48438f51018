/** Where questions appear; the dialog is loaded with the first one. */
import { lazy, Suspense, useEffect } from "react";
import { useOpenQuestion } from "./ask.ts";

const load = () => import("./question-dialog.tsx").then((m) => ({ default: m.QuestionDialog }));
const Dialog = lazy(load);

export function QuestionArea() {
  const question = useOpenQuestion();
  // Before anything can be asked: without a connection it couldn't be loaded.
  useEffect(() => {
    const early = (): void => void load().catch(() => undefined);
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, early, { once: true, passive: true });
  }, []);
  return question ? (
    <Suspense>
      <Dialog question={question} />
    </Suspense>
  ) : null;
}
