/** The preview in the product's place, with what it runs on. */
import type { ReactNode } from "react";
import type { PreviewState } from "./use-preview.ts";

interface PreviewRoomProps {
  readonly preview: PreviewState;
  /** Why the text can't run; null if it can. */
  readonly blocked: string | null;
  readonly onRun: (fresh: boolean) => void;
  readonly onEnd: () => void;
  /** The preview's pages. */
  readonly children: ReactNode;
}

export function PreviewRoom({ preview: { data, isBusy, problem }, blocked, onRun, onEnd, children }: PreviewRoomProps) {
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-bar">
        <p role="status">{statusOf({ data, isBusy })}</p>
        {(problem ?? blocked) ? <p role="alert">{problem ?? blocked}</p> : null}
        <div className="buttons">
          <button type="button" disabled={isBusy || blocked !== null} onClick={() => onRun(false)}>
            {data ? "Update preview" : "Start preview"}
          </button>
          {data ? (
            <>
              <button type="button" disabled={isBusy || blocked !== null} onClick={() => onRun(true)}>
                Copy records again
              </button>
              <button type="button" disabled={isBusy} onClick={onEnd}>
                End preview
              </button>
            </>
          ) : null}
        </div>
      </div>
      {data ? children : null}
    </section>
  );
}

function statusOf({ data, isBusy }: Pick<PreviewState, "data" | "isBusy">): string {
  if (isBusy) return data ? "Starting …" : "Copying the records …";
  if (data === null) return "The preview runs the text in the editor on a copy of the records. Nothing that is done there reaches the product.";
  const records = `${data.records.toLocaleString()} record${data.records === 1 ? "" : "s"}`;
  return `In rehearsal, on a copy of ${records} from ${new Date(data.at).toLocaleTimeString()}. Personal and secret values are replaced.`;
}
