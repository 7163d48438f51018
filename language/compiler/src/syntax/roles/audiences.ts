/** The people for whom point 1 says that the product is. */
import { attributeOf, type TextSpan, type Tree } from "@nonet/notation";
import { aboutBlocks } from "../about-table.ts";
import { roleBullet, roleTable } from "./roles.ts";

/** The names of the audiences, as point 1 lists them. */
export const audiencesIn = (tree: Tree): readonly TextSpan[] =>
  aboutBlocks(tree.points[0]!).flatMap((block) => {
    if (block.kind === "table") return (roleTable(block) ?? []).flatMap(({ name }) => (name.text === "" ? [] : [name]));
    const roleLine = block.kind === "bullet" && !attributeOf(block) && /^\*\*|\s[—–-]\s/.test(block.words.text) ? roleBullet(block) : null;
    return roleLine ? [roleLine.name] : [];
  });
