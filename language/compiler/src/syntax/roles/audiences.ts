/** The people for whom point 1 says that the product is. */
import { fold } from "@nonet/feel";
import { attributeOf, type Table, type TextSpan, type Tree } from "@nonet/notation";
import { bare } from "../../text/split.ts";
import { aboutBlocks, aboutName, aboutTable } from "../about-table.ts";
import { roleBullet, type RoleLine, roleTable } from "./roles.ts";

/** The names of the audiences, as point 1 lists them. */
export const audiencesIn = (tree: Tree): readonly TextSpan[] =>
  aboutBlocks(tree.points[0]!).flatMap((block) => {
    if (block.kind === "table") return audienceRows(block).flatMap(({ name }) => (name.text === "" ? [] : [name]));
    const roleLine = block.kind === "bullet" && !attributeOf(block) && /^\*\*|\s[—–-]\s/.test(block.words.text) ? roleBullet(block) : null;
    return roleLine ? [roleLine.name] : [];
  });

/** The rows of a table of roles, also of one with columns of its own below `Role`, such as `Role | People | Job`: in point 1 all of them are prose. */
export function audienceRows(table: Table): readonly RoleLine[] {
  const roles = roleTable(table);
  if (roles) return roles;
  const [first] = table.headers;
  if (!first || table.headers.length < 2 || !/^roles?$/.test(fold(bare(first).text)) || table.headers.some((header) => aboutName(header) !== undefined) || aboutTable(table))
    return [];
  return table.rows.map(({ cells, span }) => {
    const name = bare(cells[0]!);
    const said = cells.slice(1).filter(({ text }) => text !== "");
    const place = { ...span, from: said[0]?.span.from ?? name.span.to, to: said.at(-1)?.span.to ?? name.span.to };
    return { name, text: { text: said.map(({ text }) => text).join("; "), span: place }, was: null, includes: null, span };
  });
}
