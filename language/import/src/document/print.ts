/** Prints a draft as a specification, and knows which statement each line comes from. */
import { pointNumbers, pointTitles, type PointNumber } from "@nonet/notation";
import { type Draft, markOf, type PointDraft, type SectionDraft, type Statement } from "./draft.ts";

export interface Printed {
  readonly text: string;
  /** The statement of each line; undefined for headings of points, blank lines and the like. */
  readonly statements: readonly (Statement | undefined)[];
}

class Page {
  readonly lines: string[] = [];
  readonly statements: (Statement | undefined)[] = [];

  plain(...lines: readonly string[]): void {
    for (const line of lines) {
      this.lines.push(line);
      this.statements.push(undefined);
    }
  }

  /** A blank line, unless there is one. */
  gap(): void {
    if (this.lines.at(-1) !== "") this.plain("");
  }

  statement(statement: Statement): void {
    for (const [i, line] of statement.text.split("\n").entries()) {
      this.lines.push(i === 0 ? marked(line, statement.sources) : line);
      this.statements.push(statement);
    }
  }
}

/** In a table the mark stands inside the last cell. */
function marked(line: string, sources: readonly string[]): string {
  const mark = markOf(sources);
  if (line.startsWith("<!--")) return line;
  return line.startsWith("|") ? `${line.slice(0, -1)}${mark.replaceAll("|", "\\|")} |` : `${line} ${mark}`;
}

export function print(draft: Draft): Printed {
  const page = new Page();
  page.plain(`# Specification: ${draft.title}`, "", `<!-- ${draft.origin.replaceAll("--", "- -")} A comment at the end of a line names its source. -->`, "");
  for (const number of pointNumbers) printPoint(page, number, draft.points[number] ?? {});
  while (page.lines.at(-1) === "") {
    page.lines.pop();
    page.statements.pop();
  }
  return { text: `${page.lines.join("\n")}\n`, statements: page.statements };
}

function printPoint(page: Page, number: PointNumber, { lines = [], sections = [], table = null, hints = [], notes = [] }: Partial<PointDraft>): void {
  page.plain(`## ${number}. ${pointTitles[number]}`, "");
  const isWritten = lines.length > 0 || sections.length > 0 || (table?.rows.length ?? 0) > 0;
  if (!isWritten) page.plain("not shown.", "");
  for (const line of lines) page.statement(line);
  page.gap();
  if (table && table.rows.length > 0) {
    page.plain(`| ${table.headers.join(" | ")} |`, `|${table.headers.map(() => "---|").join("")}`);
    for (const one of table.rows) page.statement(one);
    page.gap();
  }
  for (const hint of hints) {
    page.statement(hint);
    page.gap();
  }
  printNotes(page, notes);
  for (const section of sections) printSection(page, section);
}

function printSection(page: Page, { heading, about, lines }: SectionDraft): void {
  page.statement(heading);
  page.gap();
  printNotes(page, about);
  for (const line of lines) page.statement(line);
  page.gap();
}

/** Items of one list follow each other; quotations of several lines stand alone. */
function printNotes(page: Page, notes: readonly Statement[]): void {
  for (const [i, note] of notes.entries()) {
    page.statement(note);
    const isListed = note.text.startsWith("> - ") && notes[i + 1]?.text.startsWith("> - ") === true;
    if (!isListed) page.gap();
  }
}
