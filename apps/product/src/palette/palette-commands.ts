/** What the person can do from the command palette: open a screen, create a record, and act on the record of the page. */
import type { ReactNode } from "react";
import { findRoute, type EntityData, type ProductData } from "@nonet/screens";
import { useActions, useRecord, type Me } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { recordName } from "../format/record-name.ts";
import { navigate, usePath } from "../navigation/location.ts";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface Command {
  readonly label: string;
  readonly note?: string;
  readonly icon?: ReactNode;
  /** Shows something of its own instead of closing the palette. */
  readonly stays?: true;
  run(): void;
}

/** The product's own pages that the person may open. */
export const ownPages = (product: ProductData, me: Me): readonly { readonly label: string; readonly to: string }[] => [
  ...(me.owner
    ? [
        { label: t("people"), to: "/people" },
        { label: t("security-log"), to: "/security-log" },
        { label: t("failed-calls"), to: "/failed-calls" },
      ]
    : []),
  ...(me.signedIn
    ? [
        { label: t("document"), to: "/document" },
        { label: t("account"), to: "/account" },
        { label: t("api-keys"), to: "/my-keys" },
      ]
    : []),
  ...(me.signedIn && product.decides ? [{ label: t("my-deputies"), to: "/my-deputies" }] : []),
];

/** `create` opens a dialog for entities that have no form of their own. */
export function creationCommands(product: ProductData, create: (entity: EntityData) => void): Command[] {
  const withForm = new Set(product.screens.flatMap(({ body, route }) => (body.kind === "form" && body.action === null && !route.includes(":") ? [body.entity] : [])));
  return product.entities
    .filter((entity) => entity.mayCreate && entity.partOf === null && !withForm.has(entity.name) && entity.name !== "User")
    .map((entity) => ({ label: t("new-name", { name: midSentence(named(entity.name)) }), stays: true, run: () => create(entity) }));
}

/** The actions that are possible now on the record that the page shows. */
export function useRecordCommands(): { readonly name: string; readonly commands: readonly Command[] } {
  const { product } = useProductContext();
  const run = useRunAction();
  const found = findRoute(product.screens, usePath());
  const body = found?.screen.body;
  const entity = body?.kind === "record" ? product.entities.find((one) => one.name === body.entity) : undefined;
  const id = Object.values(found?.parameters ?? {})[0] ?? "";
  const enabled = entity !== undefined && id !== "";
  const record = useRecord(entity?.path ?? "", id, enabled);
  const row = record.data;
  const actions = useActions(entity?.path ?? "", row?.id ?? "", enabled && row !== undefined);
  if (!entity || !row) return { name: "", commands: [] };
  const name = recordName(row, entity.titleKey, entity.name);
  const commands = (actions.data ?? []).flatMap((available) => {
    const action = entity.actions.find((one) => one.name === available.name);
    return action && available.allowed && !action.decision
      ? [{ label: named(action.name), run: () => run({ entity, action, ids: [row.id], name, row, question: available.question ?? null }) }]
      : [];
  });
  return { name, commands };
}

export const goTo = (to: string) => (): void => navigate(to);
