/** A saved text that isn't live: what would be lost, who has approved it, and making it live. */
import type { ReviewData } from "@nonet/api";
import { useState } from "react";
import { approve, goLive, messageOf, withdrawApproval } from "../server/studio-requests.ts";

interface GoingLiveProps {
  readonly review: ReviewData;
  readonly onCompare: () => void;
  /** After each answer, refusals included: what the server has may have changed. */
  readonly onChange: () => void;
}

export function GoingLive({ review, onCompare, onChange }: GoingLiveProps) {
  const [why, setWhy] = useState("");
  const [accepts, setAccepts] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (request: Promise<void>): void => {
    setBusy(true);
    request
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => {
        setBusy(false);
        onChange();
      });
  };
  const { required, approvals, losses, plan } = review;
  const missing = required - approvals.filter(({ lapsed }) => lapsed === null).length;
  return (
    <section className="going-live" aria-label="Draft">
      <h2>The saved text is a draft</h2>
      <p>
        The product runs the version before. {review.author === null ? "" : `Saved by ${review.author}. `}
        <button type="button" className="link" onClick={onCompare}>
          Compare the draft with the live version
        </button>
      </p>
      {losses.length === 0 ? null : (
        <>
          <h3 className="impact-loss">This would be lost</h3>
          <ul className="sentences">
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <label>
            <input type="checkbox" checked={accepts} onChange={(event) => setAccepts(event.target.checked)} /> Accept this loss
          </label>
        </>
      )}
      {required === 0 ? null : <Approvals review={review} isBusy={isBusy} onApprove={() => send(approve(plan))} onWithdraw={() => send(withdrawApproval())} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(goLive(plan, accepts ? losses : [], why));
        }}
      >
        <label>
          Why <input value={why} maxLength={1000} onChange={(event) => setWhy(event.target.value)} />
        </label>{" "}
        <button type="submit" className="primary" disabled={isBusy || missing > 0 || (losses.length > 0 && !accepts)}>
          Make live
        </button>
      </form>
      {problem === null ? null : (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

interface ApprovalsProps {
  readonly review: ReviewData;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onWithdraw: () => void;
}

function Approvals({ review: { required, approvals, isAuthor }, isBusy, onApprove, onWithdraw }: ApprovalsProps) {
  const counting = approvals.filter(({ lapsed }) => lapsed === null).length;
  const own = approvals.find(({ isOwn }) => isOwn);
  return (
    <>
      <h3>
        {counting} of {required} {required === 1 ? "approval" : "approvals"}
      </h3>
      <ul className="sentences">
        {approvals.map(({ name, at, lapsed }) => (
          <li key={name + at}>
            {name}, {new Date(at).toLocaleString()}
            {lapsed === null ? "" : `: doesn't count. ${lapsed}`}
          </li>
        ))}
      </ul>
      <p className="buttons">
        {isAuthor ? "You saved this text, so other Owners have to approve it." : null}
        {isAuthor || (own && own.lapsed === null) ? null : (
          <button type="button" disabled={isBusy} onClick={onApprove}>
            Approve
          </button>
        )}
        {own ? (
          <button type="button" disabled={isBusy} onClick={onWithdraw}>
            Withdraw my approval
          </button>
        ) : null}
      </p>
    </>
  );
}
