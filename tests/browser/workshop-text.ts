/** A small specification with every kind of screen that the Equipment Desk doesn't have. */
export const workshop = `
# Specification: Workshop

## 1. What the product does and for whom

Workshop keeps jobs, machines and the places they stand in.

- **Name**: Workshop
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Planner** — plans jobs
- **Helper** — does them

## 2. Screens and routes

| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| / | Home | dashboard | everyone | yes |
| /jobs | Jobs | list of Job | everyone | Work |
| /jobs/new | New job | form for Job | Planner | Work |
| /jobs/:number | Job | Job | everyone | no |
| /finish | Finish a job | form for Job: Finish | Planner | Work |
| /jobs/:number/finish | Finish this job | form for Job: Finish | Planner | no |
| /plan | Plan | timeline of Job by machine from start to end | everyone | Work |
| /open-plan | Open plan | timeline of Job from start to end by state where \`state = "open"\` | Planner | no |
| /places | Places | tree of Place by parent | everyone | Keeping |
| /machines | Machines | list of Machine | everyone | Keeping |
| /machines/:name | Machine | Machine | everyone | no |
| /report | Hours | report of Job by machine, month of start | Planner | Keeping |
| /rules | House rules | page | everyone | Keeping |

### Home

| Number | Value |
|---|---|
| Open | \`count(Job[state = "open"])\` |

- Chart "By machine": pie of \`count(Job)\` by machine
- Chart "By month": area of \`sum(Job.hours)\` by month of start
- Chart "Course": line of \`count(Job)\` by day of start
- Text "Remember": Switch the **compressor** off.

### Jobs

| Attribute | Value |
|---|---|
| Columns | number, title, machine, start, end, hours, state |
| Group by | machine |
| Page size | 5 |
| Empty | "No job is planned yet." |
| Sort | start |
| Highlight | red when \`hours > 40\` |
| Import | csv, xlsx |
| Export | csv, xlsx |

### New job

- Fields: title, machine, start, end, hours, kind, reason
- Prefill: title = \`"Job for " + me.name\`; kind = \`"repair"\`
- Show reason when \`kind = "other"\`
- After saving: /jobs

### Job

- Title: {number}: {title} on {machine.name}
- Section "Job": title, machine, start, end
- Tab "Costs": hours, cost, reason
- Show reason when \`kind = "other"\`
- List "Notes that count": notes where \`weight > 1\`, columns words, weight
- Actions: Finish

### Machines

- Columns: name, place
- Empty: Nothing stands here.

### Machine

- Section "Machine": name, place
- List "Open jobs": jobs where \`state = "open"\`, columns number, title, start

### Hours

- Rows: machine
- Columns: month of start
- Values: count, sum of hours

### House rules

Work **safely**, and read this:

- Gloves on
- Machine off

1. First the guard
2. Then the switch

| Place | Key |
|---|---|
| Hall | 12 |

See [the jobs](/jobs).

## 3. Entities and their fields

### Place

- name: text, required, unique
- parent: Place

Initial records:

| name | parent |
|---|---|
| House | |
| Hall | House |
| Corner | Hall |
| Yard | |

### Machine

- name: text, required, unique
- place: Place
- jobs: list of Job by machine

Initial records:

| name | place |
|---|---|
| Lathe | Corner |
| Saw | Yard |

### Job

- number: sequence \`J-{000}\`
- title: text, required, at most 120 characters
- machine: Machine, required
- start: date, required, default \`today()\`
- end: date, required
- hours: number, at least 0, default 1
- cost: money = \`hours * 10\`
- kind: one of (repair, build, other), default repair
- reason: long text
- notes: list of Note by job
- Shown as: \`number\`

### Note

- job: Job, required
- words: text, required
- weight: integer, default 1

## 4. States and transitions

### Job

- Starts as: open
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Finish | done | Planner | | |

- Finish asks for: hours

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| In order | Job | \`end >= start\` | REVERSED at end |

## 6. Roles and permissions

- **Planner**
- **Helper**

| | Planner | Helper |
|---|---|---|
| Place | all | read |
| Machine | all | read |
| Job | all | read |
| Job: hours | all | – |
| Note | all | read |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| REVERSED | 422 | It ends before it begins. |

## 9. Business constants and limits

none
`.trimStart();
