/** A specification whose rules and automatic transitions read other records in every way: lists, references, their own entity, all of an entity, through computed fields. */
export const rules = {
  NO_LINES: ["Booking", '`label != "a" or count(lines) >= 1`'],
  NO_TOTAL: ["Booking", '`label != "b" or total >= 1`'],
  NO_X: ["Booking", '`label != "c" or some l in lines satisfies l.what = "x"`'],
  CONFIRMED: ["Booking, while confirmed", "`total >= 1`"],
  NO_SEATS: ["Booking", '`label != "d" or sum(seats.places) >= 1`'],
  NO_SEAT: ["Booking", '`label != "e" or count(Seat[booking = this]) >= 1`'],
  SPAN: ["Employee", "`count(reports) <= 2`"],
  LOAD: ["Employee", "`load <= 100`"],
  LIMIT: ["Employee", "`amount <= boss.limit`"],
  FAR: ["Employee", "`amount <= boss.boss.most`"],
  FRIENDS: ["Employee", "`sum(friends.amount) <= 50`"],
  EVERY: ["Employee", '`name != "lead" or every e in Employee satisfies e.rank = null or e.rank >= rank`'],
  LEAST: ["Employee", '`name != "lead2" or min(Employee[rank != null].rank) >= rank`'],
  PEERS: ["Employee", '`name != "lead3" or peers <= 1`'],
  CAPACITY: ["Building", "`used <= capacity`"],
  TEAM: ["Player", '`kind != "guest" or count(Player[team = player.team]) <= 2`'],
  FULL: ["Player", "`club = null or count(Player[club = player.club]) != 3`"],
  ALIKE: ["Flag", "`sum(Flag[team = flag.team].size) >= 5`"],
  FEW: ["Flag", "`sum(Flag.size) >= 5`"],
} as const;

export const text = `# Specification: Ends

## 1. What the product does and for whom

- **Clerk** — works

## 2. Screens and routes

none

## 3. Entities and their fields

### Booking

- label: text
- lines: list of Line by booking
- seats: list of Seat by booking
- total: integer = \`count(lines)\`

### Line (part of Booking)

- booking: Booking
- what: text, required

### Seat

- booking: Booking
- places: integer

### Employee

- name: text
- boss: Employee
- reports: list of Employee by boss
- limit: integer
- most: integer
- amount: integer
- load: integer = \`sum(reports.amount)\`
- friends: list of Employee
- rank: integer
- peers: integer = \`count(Employee[rank > employee.rank])\`

### Building

- name: text
- capacity: integer, required
- rooms: list of Room by building
- used: integer = \`sum(rooms.used)\`

### Room

- building: Building, required
- stays: list of Stay by room
- used: integer = \`sum(stays.people)\`

### Stay

- room: Room, required
- people: integer, required
- booked for: Building

### Team

- name: text

### Player

- team: Team
- club: Team
- kind: text

### Flag

- size: integer
- team: Team

### Order

- boss: Order
- kids: list of Order by boss
- weight: integer
- also: list of Order

## 4. States and transitions

### Booking

- Starts as: open
- Ends as: gone

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Confirm | confirmed | Clerk | | |
| open, confirmed | Drop lines | open | Clerk | | for each l in lines: delete l |
| confirmed | End | gone | Clerk | | |

### Building

- Starts as: idle
- Ends as: busy

| From | Action | To |
|---|---|---|
| idle | (when sum(rooms.used) >= 5) | busy |

### Order

- Starts as: full
- Ends as: empty, light

| From | Action | To |
|---|---|---|
| full | (when boss.weight = 7) | empty |
| full | (when sum(also.weight) = 3) | light |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
${Object.entries(rules)
  .map(([code, [entity, holds]]) => `| ${code.toLowerCase()} | ${entity} | ${holds} | ${code} |`)
  .join("\n")}

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
${["Booking", "Seat", "Employee", "Building", "Room", "Stay", "Team", "Player", "Flag", "Order"].map((name) => `| ${name} | all |`).join("\n")}

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
${Object.keys(rules)
  .map((code) => `| ${code} | 422 | ${code} |`)
  .join("\n")}

## 9. Business constants and limits

none
`;
