/** A small specification of orders with lines, and lines with discounts: parts, and parts of parts. */
export const orders = `# Orders

## 1. What the product does and for whom

Keeps orders.

- **Name**: Orders
- **Time zone**: Europe/Berlin
- **Currency**: EUR
- **Sign-in**: email and password

For whom:

- **Clerk** — writes orders
- **Packer** — packs what is ordered and knows no prices
- **Guest** — reads orders without their lines

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Orders | list of Order | everyone |
| /orders/new | New order | form for Order | Clerk |
| /orders/:number | Order | Order | everyone |

## 3. Entities and their fields

### User

- phone: phone, personal

### Product

- name: text, required, unique

### Order

- number: gapless sequence \`O-{0000}\`
- buyer: User
- remark: text, at most 20 characters
- diary: long text, personal of buyer
- lines: list of Order line by order, required
- total: money = \`sum(lines.amount)\`
- packed at: date and time, read-only
- Locked while: closed
- Shown as: \`number\`

### Order line (part of Order)

- product: Product, required
- quantity: integer, required, at least 1, at most 10
- price: money, required, at least 0
- note: text, at most 10 characters, set once
- packed: yes/no, default no
- amount: money = \`quantity * price - sum(discounts.amount)\`
- discounts: list of Discount by line

### Discount (part of Order line)

- line: Order line, required
- reason: text, required
- amount: money, required, at least 0

## 4. States and transitions

### Order

- Starts as: open
- Ends as: closed, gone

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | (when \`count(lines) > 0 and count(lines[not(packed)]) = 0\`) | packed | system | | set packed at = \`now()\` |
| packed | Close | closed | Clerk | | |
| open | Copy | open | Clerk | | create Order as twin with remark = "copy"; for each l in lines: create Order line with order = \`twin\`, product = \`l.product\`, quantity = \`l.quantity\`, price = \`l.price\` |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Discount fits | Discount | \`amount <= line.quantity * line.price\` | TOO_MUCH |
| Not too dear | Order | \`total <= 1000\` | TOO_DEAR |
| One line each | Order line | unique product, order | TWICE |
| Mild | Order line | \`amount >= 0\` | NEGATIVE at price |

## 6. Roles and permissions

- **Clerk**
- **Packer**
- **Guest**

| | Guest | Packer | Clerk |
|---|---|---|---|
| Product | read | read | all |
| Order | read (number, remark) | read, update | all |
| Order line | – | read, update | all |
| Order line: price | – | – | all |
| Order line: packed | – | read, update | all |
| Discount: reason | – | – | all |
| User | – | – | read |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 422 | {amount} is more than the line comes to. |
| TOO_DEAR | 422 | {total} is too dear. |
| TWICE | 409 | {product.name} stands there already. |
| NEGATIVE | 422 | A line can't come to less than nothing. |

## 9. Business constants and limits

none
`;
