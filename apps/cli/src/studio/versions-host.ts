/** The versions of the document, for the studio: what `nonet versions` does, and how a saved text is approved and goes live. */
import { basename } from "node:path";
import { makeChecker } from "@nonet/compiler";
import type { ReviewData } from "@nonet/api";
import type { Actor, Engine, Outcome, VersionNote, VersionReview } from "@nonet/engine";
import type { LiveRequest, VersionsHost } from "@nonet/server";
import type { LiveDocument } from "../product/live-document.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";
import { compareVersions } from "../versions/compare-versions.ts";
import { readReason } from "../versions/read-reason.ts";
import type { Version } from "../versions/stored-document.ts";
import { versionData } from "../versions/version-data.ts";

export interface VersionsPlace {
  /** The file or folder of the specification. */
  readonly file: string;
  readonly engine: Engine;
  readonly goLive: LiveDocument["goLive"];
}

const refuse = (code: "conflict" | "stands-against" | "too-large", detail: string): Extract<Outcome<never>, { ok: false }> => ({
  ok: false,
  refusal: { kind: code === "too-large" ? "malformed" : "conflict", errors: [{ code, status: code === "too-large" ? 413 : 409, detail, field: null, rule: null, line: null }] },
});

export function versionsHost({ file, engine, goLive }: VersionsPlace): VersionsHost {
  const { versions } = engine;
  const checker = makeChecker();
  /** The text on disk, where it isn't live and has no errors. */
  const savedDraft = async (): Promise<Version | null> => {
    const read = await readSpecification(file);
    if (!read.ok || read.value.version === engine.product.version) return null;
    const compiled = compileSpecification(read.value, checker.check);
    return hasErrors(compiled.diagnostics) ? null : { specification: read.value, compiled };
  };
  const withDraft = async <T>(work: (draft: Version) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const draft = await savedDraft();
    return draft ? work(draft) : refuse("conflict", "The saved text is live already, or it has errors. Load the page again.");
  };
  return {
    async data(actor) {
      const draft = await savedDraft();
      const review = draft && (await versions.review(draft.compiled.product));
      return { versions: versionData(await versions.list()), review: review && reviewData(review, personOf(actor)) };
    },
    async files(number) {
      const sources = await versions.sources(number);
      return sources && sources.map(({ name, text }) => ({ name: basename(name), text }));
    },
    async difference(before, after) {
      const read = after === null ? await readSpecification(file) : null;
      const [one, other] = [await versions.sources(before), after === null ? (read?.ok ? read.value.sources : null) : await versions.sources(after)];
      return one && other && compareVersions(one, other);
    },
    approve: (actor, plan) => withDraft(({ compiled }) => versions.approve(actor, compiled.product, plan)),
    withdraw: (actor) => withDraft(async ({ compiled }) => ({ ok: true, value: await versions.withdraw(actor, compiled.product) })),
    goLive: (actor, request) =>
      withDraft(async (draft) => {
        const stale = refuseOtherPlan(await versions.review(draft.compiled.product), request);
        if (stale) return stale;
        const reason = readReason(request.why);
        return reason.ok
          ? goLive(draft.specification, { note: noteOf(actor, reason.value), acceptLoss: request.accepted.length > 0, seenLosses: request.accepted })
          : refuse("too-large", reason.message);
      }),
  };
}

/** What the person hasn't read doesn't happen; the losses are compared when the version goes live. */
const refuseOtherPlan = ({ plan }: VersionReview, request: LiveRequest): Extract<Outcome<never>, { ok: false }> | null =>
  plan === request.plan ? null : refuse("stands-against", "The plan has changed since you opened it. Read it again.");

const personOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.id : null);

/** In rehearsal, whoever sits at the machine may use the studio without an account. */
const noteOf = (actor: Actor, reason: string): VersionNote => {
  const by = personOf(actor);
  return { by, operator: by === null ? { command: "studio" } : null, reason };
};

const reviewData = ({ version, plan, losses, required, author, approvals }: VersionReview, own: string | null): ReviewData => ({
  version,
  plan,
  losses,
  required,
  author: author?.name ?? null,
  isAuthor: own !== null && author?.id === own,
  approvals: approvals.map(({ id, name, at, lapsed }) => ({ name, at, lapsed, isOwn: id === own })),
});
