/** SQL functions for numbers and amounts in texts for people. */
import { literal } from "../sql/sql-text.ts";

/** The prefix of an amount, for currencies that English doesn't write by their code. */
const signs: Readonly<Record<string, string>> = {
  AUD: "A$",
  BRL: "R$",
  CAD: "CA$",
  CNY: "CN¥",
  EUR: "€",
  GBP: "£",
  HKD: "HK$",
  ILS: "₪",
  INR: "₹",
  JPY: "JP¥",
  KRW: "₩",
  MXN: "MX$",
  NZD: "NZ$",
  PHP: "₱",
  TWD: "NT$",
  USD: "US$",
  VND: "₫",
  XAF: "FCFA ",
  XCD: "EC$",
  XCG: "Cg. ",
  XOF: "F CFA ",
  XPF: "CFPF ",
};

/** Uses `nonet.minor_units`. Four digits aren't grouped, because a year is no amount. */
export const displayFunctions = `
create or replace function nonet.grouped(v numeric, most int) returns text language sql immutable as $$
  select regexp_replace(split_part(v::text, '.', 1), case when abs(v) < most then '^$' else '(\\d)(?=(\\d{3})+$)' end, '\\1,', 'g') || case when position('.' in v::text) > 0 then '.' || split_part(v::text, '.', 2) else '' end $$;
create or replace function nonet.number_words(v numeric) returns text language sql immutable as $$
  select nonet.grouped(trim_scale(round(v, 12)), 10000) $$;
create or replace function nonet.money_words(v numeric, currency text) returns text language sql immutable as $$
  select case when round(v, nonet.minor_units(coalesce(currency, ''))) < 0 then '-' else '' end
    || case coalesce(upper(currency), '') when '' then '' ${Object.entries(signs)
      .map(([code, sign]) => `when ${literal(code)} then ${literal(sign)}`)
      .join(" ")} else upper(currency) || ' ' end
    || nonet.grouped(abs(round(v, nonet.minor_units(coalesce(currency, '')))), 1000) $$;
`;
