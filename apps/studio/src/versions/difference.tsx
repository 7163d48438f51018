/** What differs between two versions: what the product does, who may do what, and the text. */
import type { VersionDifference } from "@nonet/api";
import { useEffect, useState } from "react";
import { messageOf, readDifference } from "../server/studio-requests.ts";

interface DifferenceProps {
  readonly from: number;
  /** Null for the saved text. */
  readonly to: number | null;
  readonly state: string;
  readonly onClose: () => void;
}

export function Difference({ from, to, state, onClose }: DifferenceProps) {
  const [found, setFound] = useState<VersionDifference | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    readDifference(from, to).then(setFound, (error: unknown) => setProblem(messageOf(error)));
  }, [from, to, state]);
  const name = to === null ? "the draft" : `version ${to}`;
  return (
    <section aria-label="Difference" className="difference">
      <h2>
        From version {from} to {name}
      </h2>
      <button type="button" onClick={onClose}>
        Close
      </button>
      {problem === null ? null : (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      {found ? <Parts {...found} /> : null}
    </section>
  );
}

function Parts({ text, sentences, permissions, textOnly }: VersionDifference) {
  if (text.length === 0) return <p>The texts are the same.</p>;
  return (
    <>
      {textOnly === null ? null : <p>{textOnly}</p>}
      {sentences.length === 0 ? null : (
        <>
          <h3>What the product does</h3>
          <ul className="changes">
            {sentences.map(({ before, after }, i) => (
              <li key={i}>
                {before === null ? null : <del>{before}</del>} {after === null ? null : <ins>{after}</ins>}
              </li>
            ))}
          </ul>
        </>
      )}
      {permissions.length === 0 ? null : (
        <>
          <h3>Who may do what</h3>
          <ul className="changes">
            {permissions.map(({ kind, sentence }) => (
              <li key={sentence} className={`impact-${kind}`}>
                {sentence}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Text</h3>
      {text.map(({ file, parts }) => parts.map((part) => <Part key={`${file}:${part.line}`} file={file} {...part} />))}
    </>
  );
}

type PartProps = VersionDifference["text"][number]["parts"][number] & { readonly file: string };

const marks = { same: " ", added: "+", removed: "-" } as const;

const Part = ({ file, line, lines }: PartProps) => (
  <figure>
    <figcaption className="dimmed">
      {file}, line {line}
    </figcaption>
    <pre tabIndex={0}>
      {lines.map(({ kind, text }, i) => (
        <span key={i} className={`line-${kind}`}>
          {marks[kind]}
          {text}
          {"\n"}
        </span>
      ))}
    </pre>
  </figure>
);
