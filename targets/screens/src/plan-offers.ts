/** Actions that a page or list offers besides the record's own, and the routes that open after saving. */
import { camel, type Entity, entityOf, fieldOf, type OfferedAction, type Product, type Target } from "@nonet/model";
import { creationAction, isCreatedUnderCondition } from "./creation-action.ts";
import { creationInputFields } from "./plan-field.ts";
import type { Plan } from "./plan.ts";
import type { OfferData, TargetData } from "./screen-data.ts";

/** Without those that the reader may never run. */
export function planOffers(plan: Plan, offers: readonly OfferedAction[], page: Entity): OfferData[] {
  return offers.flatMap((offer): OfferData[] => {
    const entity = entityOf(plan.product, offer.entity);
    if (!entity || !mayRun(plan, entity, offer)) return [];
    const owner = offer.creates ? entity : page;
    const through = offer.through === null ? null : (fieldOf(owner, offer.through)?.key ?? camel(offer.through));
    const creating = offer.creates ? creationAction(plan, entity, offer.action) : null;
    const creation = { makes: creating?.path ?? null, asks: creating ? creationInputFields(plan, entity, creating) : [] };
    return [
      {
        entity: entity.name,
        action: offer.action,
        creates: offer.creates,
        guarded: offer.creates && isCreatedUnderCondition(plan.product, offer.entity, offer.action),
        through,
        route: formRoute(plan, offer),
        ...creation,
        ...plan.at(offer.source),
      },
    ];
  });
}

function mayRun(plan: Plan, entity: Entity, offer: OfferedAction): boolean {
  return plan.product.machines
    .filter((m) => m.entity === entity.name)
    .some((m) => {
      const action = m.actions.find((a) => a.name === offer.action);
      const transitions = m.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === offer.action);
      return action !== undefined && plan.visibility.mayAct(entity, action, transitions);
    });
}

/** A form screen for the action that the reader may open, and whose parameter the record of the page fills in. */
function formRoute(plan: Plan, offer: OfferedAction): string | null {
  const fits = plan.product.screens.filter(({ shows }) => {
    if (shows.kind !== "form" || shows.entity !== offer.entity) return false;
    const isAction = shows.action === offer.action || (offer.creates && shows.action === null && onlyCreatingAction(plan.product, offer.entity) === offer.action);
    const fills = shows.parameters.map((one) => one.fills);
    return isAction && fills.length === (offer.through === null ? 0 : 1) && fills.every((one) => one === (offer.creates ? offer.through : null));
  });
  return fits.find((screen) => plan.visibility.mayOpen(screen))?.route ?? null;
}

function onlyCreatingAction(product: Product, entity: string): string | null {
  const machine = product.machines.find((m) => m.entity === entity && m.field === "state");
  const names = new Set(machine?.transitions.flatMap((t) => (t.from === null && t.trigger.kind === "action" ? [t.trigger.action] : [])));
  return names.size === 1 ? [...names][0]! : null;
}

export function planTarget(product: Product, target: Target | null, entity: Entity | null): TargetData | null {
  if (target === null) return null;
  const fills = target.fills.map(({ parameter, path }) => {
    const field = entity && path.length > 1 ? fieldOf(entity, path[0]!) : undefined;
    const type = field?.type;
    const other = type && "entity" in type ? entityOf(product, type.entity) : undefined;
    const keys = path.map((name, i) =>
      i === 0 && entity ? (fieldOf(entity, name)?.key ?? camel(name)) : i === 1 && other ? (fieldOf(other, name)?.key ?? camel(name)) : entity ? camel(name) : name,
    );
    return { parameter, keys, path: other?.path ?? null };
  });
  return { route: target.route, fills };
}
