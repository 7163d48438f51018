/** The versions room: what waits to go live, the versions that have been live, and the difference of any two. */
import type { StudioFile, VersionData, VersionsData } from "@nonet/api";
import { useCallback, useEffect, useState } from "react";
import { messageOf, readVersionFiles, readVersions } from "../server/studio-requests.ts";
import { Difference } from "./difference.tsx";
import { GoingLive } from "./going-live.tsx";

interface VersionsRoomProps {
  /** Changes whenever another text is saved or goes live. */
  readonly state: string;
  /** Of the files as they are on disk. */
  readonly names: readonly string[];
  /** Something isn't saved, so another text can't take its place in the editor. */
  readonly isDirty: boolean;
  /** Puts a former version into the editor, where it isn't saved. */
  readonly onRestore: (files: readonly StudioFile[]) => void;
  readonly onLive: () => void;
}

export function VersionsRoom({ state, names, isDirty, onRestore, onLive }: VersionsRoomProps) {
  const [data, setData] = useState<VersionsData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [compared, setCompared] = useState<readonly [number, number | null] | null>(null);
  const refresh = useCallback(() => {
    readVersions().then(
      (next) => (setData(next), setProblem(null)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  useEffect(refresh, [refresh, state]);
  const restore = (number: number): void => {
    readVersionFiles(number).then(
      ({ files }) => {
        const restored = filesFor(files, names);
        if (restored) onRestore(restored);
        else setProblem(`Version ${number} consists of the files ${files.map(({ name }) => name).join(", ")}. Make the files the same first.`);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  if (!data) return problem === null ? null : <Problem text={problem} />;
  const live = data.versions[0];
  return (
    <section className="versions" aria-label="Versions">
      {problem === null ? null : <Problem text={problem} />}
      {data.review && live ? (
        <GoingLive
          review={data.review}
          onCompare={() => setCompared([live.number, null])}
          onChange={() => {
            refresh();
            onLive();
          }}
        />
      ) : (
        <p className="dimmed">The saved text is live, or it has errors. A change that you save appears here until it goes live.</p>
      )}
      {compared === null ? null : <Difference key={compared.join()} from={compared[0]} to={compared[1]} state={state} onClose={() => setCompared(null)} />}
      <h2>Versions</h2>
      <ol className="version-list">
        {data.versions.map((version, i) => (
          <Version
            key={version.number}
            version={version}
            before={data.versions[i + 1]?.number}
            isDirty={isDirty}
            onCompare={(from, to) => setCompared([from, to])}
            onRestore={restore}
          />
        ))}
      </ol>
    </section>
  );
}

/** The only file may have another name by now; several files need the same names. */
function filesFor(files: readonly StudioFile[], names: readonly string[]): readonly StudioFile[] | null {
  if (files.length === 1 && names.length === 1) return [{ name: names[0]!, text: files[0]!.text }];
  const found = names.flatMap((name) => files.find((file) => file.name === name) ?? []);
  return found.length === names.length && files.length === names.length ? found : null;
}

const Problem = ({ text }: { readonly text: string }) => (
  <p className="error-text" role="alert">
    {text}
  </p>
);

interface VersionProps {
  readonly version: VersionData;
  /** The number of the version before; undefined for the first. */
  readonly before: number | undefined;
  readonly isDirty: boolean;
  readonly onCompare: (from: number, to: number) => void;
  readonly onRestore: (number: number) => void;
}

function Version({ version: { number, at, by, reason, plan, losses, approvedBy, isRunning }, before, isDirty, onCompare, onRestore }: VersionProps) {
  return (
    <li aria-label={`Version ${number}`}>
      <h3>
        Version {number}
        {isRunning ? " (live)" : ""}
      </h3>
      <p className="dimmed">
        <time dateTime={at}>{new Date(at).toLocaleString()}</time>
        {by === "" ? "" : ` · ${by}`}
        {approvedBy.length > 0 ? ` · Approved by ${approvedBy.join(", ")}` : ""}
      </p>
      {reason === "" ? null : <p>{reason}</p>}
      {plan.length + losses.length === 0 ? null : (
        <ul className="sentences">
          {plan.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {losses.map((sentence) => (
            <li key={sentence} className="impact-loss">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="buttons">
        {before === undefined ? null : (
          <button type="button" onClick={() => onCompare(before, number)}>
            Compare with version {before}
          </button>
        )}
        {isRunning ? null : (
          <button type="button" disabled={isDirty} title={isDirty ? "Save your changes or discard them first." : undefined} onClick={() => onRestore(number)}>
            Restore as draft
          </button>
        )}
      </p>
    </li>
  );
}
