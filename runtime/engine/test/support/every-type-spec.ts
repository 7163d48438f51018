/** A specification that has every type and attribute of point 3 once. */
export const everyType = `# Types

## 1. What the product does and for whom

Tries every type.

- **Name**: Types
- **Time zone**: Europe/Berlin
- **Currency**: EUR
- **Sign-in**: email and password

For whom:

- **Clerk** — keeps the things
- **Guest** — looks

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Things | list of Thing | everyone |
| /things/:number | Thing | Thing | everyone |
| /feedback/:id | Feedback | Thing | anyone |

## 3. Entities and their fields

### User

- nickname: text, personal
- tax number: text, personal, hidden

### Tag

- name: text, required, unique
- Deleting: archives

### Owner record

- name: text, required, unique

### Thing

- number: sequence \`TH-{year}-{month}-{group}-{000}\`
- group: one of (red, green was lime), default red
- story: rich text, at most 4000 characters
- lasts: duration, at least 1 hour, at most 10 days
- where to: address
- place: location
- aliases: list of text, at most 3
- colours: any of (red, green, blue), required
- code: random text of 8 characters
- key: secret key
- open link: secret link to Feedback
- unit: currency, required, default EUR
- price: money in unit
- pin: text, secret, set once
- keeper: User with role Clerk, personal
- diary: long text, personal of keeper
- paper: file, personal of keeper
- tags: list of Tag
- owner record: Owner record
- country: country
- zone: time zone
- speech: language
- least: integer, default 1
- level: integer, at least \`least\`, at most \`least + 10\`
- first two: list of Tag = \`tags[item.name != "x"]\`
- any tag: Tag = \`tags[1]\`
- ticket: gapless sequence \`T{000}\`, taken on Close
- touched: integer, default 0, read-only
- entered: integer, default 0, read-only
- When owner record is deleted: empty it
- On create: set touched = 1
- On change of level: set touched = \`touched + 1\`
- On entering closed: set entered = \`entered + 1\`

### Note

- text: text, required
- thing: Thing, required
- History: not kept
- When thing is deleted: delete too

## 4. States and transitions

### Thing

- Starts as: open
- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | closed | Clerk | | |

## 5. Validation rules

not shown

## 6. Roles and permissions

- **Clerk**
- **Guest**

| | anyone | bearer | Guest | Clerk |
|---|---|---|---|---|
| Thing | – | read, update (story) | read | all |
| Tag | – | – | read | all |
| Owner record | – | – | read | all |
| Note | – | – | read | all |
| User | – | – | – | read |
`;
