/** The rounds of a decision and their votes. */
import { plainQuery, type Query } from "../sql/query.ts";

export const decisions = {
  /** `{round, began_at, step, step_since, reminded}` of the latest round, or no row. */
  round: (record: string, action: string): Query =>
    plainQuery(
      "select round, nonet.instant_text(began_at) as began_at, step, nonet.instant_text(step_since) as step_since, reminded from nonet.decision where record_id = $1::uuid and action = $2 order by round desc limit 1",
      [record, action],
    ),
  /** Starts the next round; earlier votes stay in theirs. */
  beginRound: (entity: string, record: string, action: string): Query =>
    plainQuery(
      "insert into nonet.decision(record_id, action, round, entity, began_at, step_since) select $2::uuid, $3, coalesce(max(d.round), 0) + 1, $1, nonet.now(), nonet.now() from nonet.decision d where d.record_id = $2::uuid and d.action = $3",
      [entity, record, action],
    ),
  setStep: (record: string, action: string, round: number, step: number): Query =>
    plainQuery(
      "update nonet.decision set step = $4::int, step_since = nonet.now(), reminded = false, reported = false where record_id = $1::uuid and action = $2 and round = $3::int and step <> $4::int",
      [record, action, round, step],
    ),
  /** The action was proposed: the people of its first step can vote, and the deadlines start. */
  proposed: (record: string, action: string, round: number): Query =>
    plainQuery(
      "update nonet.decision set began_at = nonet.now(), step_since = nonet.now(), reminded = false, unproposed = false where record_id = $1::uuid and action = $2 and round = $3::int",
      [record, action, round],
    ),
  /** It lapsed without a proposal or without an action: no deadline runs until somebody votes. */
  setUnproposed: (record: string, action: string, round: number): Query =>
    plainQuery("update nonet.decision set unproposed = true where record_id = $1::uuid and action = $2 and round = $3::int", [record, action, round]),
  /** Somebody voted without a proposal, where none is needed any more. */
  votedUnproposed: (record: string, action: string, round: number): Query =>
    plainQuery(
      "update nonet.decision set began_at = nonet.now(), step_since = nonet.now(), unproposed = false where record_id = $1::uuid and action = $2 and round = $3::int and unproposed",
      [record, action, round],
    ),
  /** The values with which `starts again when F changes` compares: `{watched, votes}` of the latest round. */
  watched: (record: string, action: string): Query =>
    plainQuery(
      "select d.watched, (select count(*) from nonet.vote v where v.record_id = d.record_id and v.action = d.action and v.round = d.round) as votes from nonet.decision d where d.record_id = $1::uuid and d.action = $2 order by d.round desc limit 1",
      [record, action],
    ),
  setWatched: (record: string, action: string, watched: unknown): Query =>
    plainQuery(
      "update nonet.decision set watched = $3::jsonb where record_id = $1::uuid and action = $2 and round = (select max(d.round) from nonet.decision d where d.record_id = $1::uuid and d.action = $2)",
      [record, action, JSON.stringify(watched)],
    ),
  setReminded: (record: string, action: string, round: number): Query =>
    plainQuery("update nonet.decision set reminded = true where record_id = $1::uuid and action = $2 and round = $3::int and not reminded returning round", [
      record,
      action,
      round,
    ]),
  setReported: (record: string, action: string, round: number): Query =>
    plainQuery("update nonet.decision set reported = true where record_id = $1::uuid and action = $2 and round = $3::int and not reported returning round", [
      record,
      action,
      round,
    ]),
  /** All votes of a record's action, oldest first: `{round, step, by, in_place_of, kind, at, input}`. */
  votes: (record: string, action: string): Query =>
    plainQuery("select round, step, by, in_place_of, kind, nonet.instant_text(at) as at, input from nonet.vote where record_id = $1::uuid and action = $2 order by position", [
      record,
      action,
    ]),
  addVote: (vote: {
    entity: string;
    record: string;
    action: string;
    round: number;
    step: number | null;
    by: string;
    inPlaceOf: string | null;
    kind: "yes" | "no" | "abstain" | "proposal";
    input: unknown;
  }): Query =>
    plainQuery(
      "insert into nonet.vote(entity, record_id, action, round, step, by, in_place_of, kind, input, at) values ($1, $2::uuid, $3, $4::int, $5::int, $6::uuid, $7::uuid, $8, $9::jsonb, nonet.now())",
      [vote.entity, vote.record, vote.action, vote.round, vote.step, vote.by, vote.inPlaceOf, vote.kind, vote.input === null ? null : JSON.stringify(vote.input)],
    ),
  /** Rows `{id, email, roles}` of the Owners. */
  owners: plainQuery(
    `select u.id, u.email, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from app."user" u where u.is_owner and u.active order by u.email`,
  ),
  emails: (ids: readonly string[]): Query => plainQuery(`select email from app."user" where id = any($1::uuid[]) and active order by email`, [ids]),
  /** A person as a reader: `{id, roles, owner}`. */
  reader: (id: string): Query =>
    plainQuery(
      `select u.id, u.is_owner as owner, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from app."user" u where u.id = $1::uuid and u.active`,
      [id],
    ),
};
