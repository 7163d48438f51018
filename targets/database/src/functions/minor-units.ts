/** The SQL function for a currency's number of decimals. */
import { minorUnits } from "../columns/money.ts";
import { literal } from "../sql/sql-text.ts";

export const minorUnitsFunction = `
create or replace function nonet.minor_units(currency text) returns int language sql immutable as $$
  select case upper(currency) ${Object.entries(minorUnits)
    .map(([code, units]) => `when ${literal(code)} then ${units}`)
    .join(" ")} else 2 end $$;
`;
