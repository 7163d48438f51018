/** Saved views of lists: filters, sort order, columns and groups that a person keeps under a name. */
import { plainQuery, type Query } from "../sql/query.ts";

export const viewTables = `
create table if not exists nonet.saved_view (id uuid primary key, owner uuid not null, screen text not null, name text not null, shared boolean not null default false, state jsonb not null, changed_at timestamptz not null, unique (owner, screen, name));
create index if not exists saved_view_shared on nonet.saved_view (screen) where shared;
`;

const columns = "v.id, v.owner, v.screen, v.name, v.shared, v.state";

export const viewStatements = {
  /** A person's own views and those that active people share, their own first. */
  viewsOf: (person: string | null, screen: string): Query =>
    plainQuery(
      `select ${columns} from nonet.saved_view v where v.screen = $2::text and (v.owner = $1::uuid or (v.shared and exists (select 1 from app."user" u where u.id = v.owner and u.active))) order by v.owner = $1::uuid desc nulls last, v.name, v.id limit 500`,
      [person, screen],
    ),
  viewCount: (person: string): Query => plainQuery("select count(*)::int as count from nonet.saved_view where owner = $1::uuid", [person]),
  /** A view of the same name is replaced. */
  saveView: (view: { id: string; owner: string; screen: string; name: string; shared: boolean; state: string }): Query =>
    plainQuery(
      `insert into nonet.saved_view as v (id, owner, screen, name, shared, state, changed_at) values ($1::uuid, $2::uuid, $3::text, $4::text, $5::boolean, $6::jsonb, nonet.now()) on conflict (owner, screen, name) do update set shared = excluded.shared, state = excluded.state, changed_at = excluded.changed_at returning ${columns}`,
      [view.id, view.owner, view.screen, view.name, view.shared, view.state],
    ),
  /** Only the person's own. */
  shareView: (id: string, person: string, shared: boolean): Query =>
    plainQuery(`update nonet.saved_view v set shared = $3::boolean, changed_at = nonet.now() where v.id = $1::uuid and v.owner = $2::uuid returning ${columns}`, [id, person, shared]),
  /** The person's own; an Owner removes those that others share, too. */
  removeView: (id: string, person: string, isOwner: boolean): Query =>
    plainQuery("delete from nonet.saved_view where id = $1::uuid and (owner = $2::uuid or ($3::boolean and shared)) returning id", [id, person, isOwner]),
};
