/** Makes realistic specifications of any length: the Bicycle Workshop's kinds of statements, over and over under other names. */

/** A sound document of about that many lines. Every entity stands for one subject with its own screens, machine, rules, rights and mails. */
export function grow(lines: number): string {
  const perEntity = 62;
  const subjects = Array.from({ length: Math.max(1, Math.round((lines - 40) / perEntity)) }, (_, i) => subject(i));
  const all = (part: keyof Subject): string => subjects.map((one) => one[part]).join("\n");
  return [
    "# Specification: Grown",
    "",
    "## 1. What the product does and for whom",
    "",
    "It grows.",
    "",
    "- **Time zone**: Europe/Berlin",
    "- **Currency**: EUR",
    "",
    "For whom:",
    "",
    "- **Clerk** — does the work",
    "- **Manager** — answers for it",
    "",
    "## 2. Screens and routes",
    "",
    "| Route | Screen | Shows | For |",
    "|---|---|---|---|",
    all("routes"),
    "",
    all("screens"),
    "",
    "## 3. Entities and their fields",
    "",
    all("entity"),
    "",
    "## 4. States and transitions",
    "",
    all("machine"),
    "",
    "## 5. Validation rules",
    "",
    "| Rule | Entity | Must hold | Otherwise |",
    "|---|---|---|---|",
    all("rules"),
    "",
    "## 6. Roles and permissions",
    "",
    "- **Clerk**",
    "- **Manager** — includes Clerk",
    "",
    `Own: ${subjects.map((one) => one.own).join(", ")}.`,
    "",
    "| | Clerk | Manager |",
    "|---|---|---|",
    all("rights"),
    "",
    "## 7. The calls it makes",
    "",
    all("mail"),
    "",
    "## 8. The error catalogue",
    "",
    "| Code | Status | Message |",
    "|---|---|---|",
    all("errors"),
    "",
    "## 9. Business constants and limits",
    "",
    "| Name | Value | Meaning |",
    "|---|---|---|",
    all("constants"),
    "",
  ].join("\n");
}

interface Subject {
  readonly routes: string;
  readonly screens: string;
  readonly entity: string;
  readonly machine: string;
  readonly rules: string;
  readonly own: string;
  readonly rights: string;
  readonly mail: string;
  readonly errors: string;
  readonly constants: string;
}

function subject(i: number): Subject {
  const name = `Order ${letters(i)}`;
  const other = `Order ${letters(Math.max(0, i - 1))}`;
  const low = name.toLowerCase();
  const path = low.replace(" ", "-");
  const code = name.toUpperCase().replace(" ", "_");
  return {
    routes: `| /${path}s | All of ${name} | list of ${name} where \`state != "closed"\` | everyone |\n| /${path}s/:number | ${name} | ${name} | everyone |`,
    screens: `### All of ${name}\n\n- Columns: number, clerk, opened on, due on, total, state\n- Search: number, clerk.name\n- Filters: state, kind\n- Sort: due on, latest first\n- Highlight: red when \`due on < today()\`\n\n### ${name}\n\n- Section "Order": number, clerk, kind, opened on, due on\n- Section "Money": price, quantity, total\n`,
    entity: `### ${name}\n\nWhat somebody asks for, number ${i}.\n\n- number: sequence \`${letters(i)}-{year}-{0000}\`\n- clerk: User, required, default \`me\`, set once\n- kind: one of (small, middle, large), required, default small\n- opened on: date, required, default \`today()\`\n- due on: date, required\n- price: money, required, at least 0\n- quantity: integer, required, at least 1\n- total: money = \`price * quantity\`\n- days: integer = \`(due on - opened on).days\`\n- before: ${other}\n- followers: list of ${name} = \`${name}[clerk = ${low}.clerk and state = "open"]\`\n- remark: long text, at most 500 characters, required when \`kind = "large"\`\n- Shown as: \`number\`\n- Deleting: not allowed while \`state != "draft"\`\n`,
    machine: `### ${name}\n\n- Starts as: draft\n- Ends as: closed\n\n| From | Action | To | Who | When | Then |\n|---|---|---|---|---|---|\n| draft | Open | open | Clerk own | \`due on >= today()\` | send "${name} opened" |\n| open | Close | closed | Manager | | set remark = \`"closed"\` |\n| open | (after 30 days) | closed | system | | |\n`,
    rules: `| In order ${i} | ${name} | \`due on >= opened on\` | ${code}_ORDER at due on |\n| Not much ${i} | ${name} | \`total <= most ${low}\` | ${code}_MUCH |\n| Few ${i} | ${name} | \`count(${name}[clerk = ${low}.clerk and state = "open"]) <= 9\` | ${code}_MANY |`,
    own: `a ${name} is its clerk's`,
    rights: `| ${name} | create, read, update own while draft | all |\n| ${name}: price | read | all |`,
    mail: `### ${name} opened\n\n- Email to: \`clerk.email\`\n- Subject: {number} is open\n- Body: {clerk.name}, {number} is due on {due on} and comes to {total}.\n`,
    errors: `| ${code}_ORDER | 422 | {due on} is before {opened on}. |\n| ${code}_MUCH | 422 | {total} is too much. |\n| ${code}_MANY | 409 | Too many are open. |`,
    constants: `| most ${low} | ${1000 + i} EUR | per order |`,
  };
}

/** A name for each number that stands for nothing else. */
const letters = (i: number): string => `X${i}`;
