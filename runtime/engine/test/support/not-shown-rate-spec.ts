/** A small product in which what a franc is worth is not shown. */
export const buying = `# Buying

## 1. What the product does and for whom

- Name: Buying
- Time zone: Europe/Amsterdam
- Currency: EUR

- **Requester** — asks
- **Approver** — decides

## 2. Screens and routes

none

## 3. Entities and their fields

### Requisition

- purpose: text, required, unique
- currency: one of (EUR, CHF), required, default EUR
- amount: number, required
- rate: number, read-only
- total: money = \`amount * (if rate = null then exchange(currency).rate else rate)\`
- digits: number = \`exchange(currency).decimals\`
- small: yes/no = \`total < 100\`
- Shown as: \`purpose\`

### Ledger

- name: text, required, unique
- requisition: Requisition
- spent: money = \`sum(Requisition[state = "pending"].total)\`

## 4. States and transitions

### Requisition

- Starts as: draft
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Submit | pending | Requester | | set rate = \`exchange(currency).rate\` |
| draft | Hurry | pending | Requester | \`total < 1000\` | |
| draft | Force | pending | Requester | | |
| pending | (when \`total >= 500\`) | done | system | \`total < 1000\` | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too much | Requisition, while pending | \`total < 1000\` | TOO_MUCH |

## 6. Roles and permissions

- **Requester**
- **Approver**

| Entity | Requester | Approver |
|---|---|---|
| Requisition | create, read, update | read where \`not(total < 100)\` |
| Ledger | all | – |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 409 | {total} is too much. |

## 9. Business constants and limits

### Exchange

| currency | → rate | → decimals |
|---|---|---|
| "EUR" | 1 | 2 |
| "CHF" | not shown | 2 |
`;
