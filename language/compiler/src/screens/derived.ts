/** The default screens if point 2 is not shown: a list, a record page and a form for each entity (default 4). */
import { kebab, type Screen, type Shows } from "@nonet/model";
import type { Context } from "../context/context.ts";
import { plainList } from "./list.ts";

export function deriveScreens(context: Context): Screen[] {
  const own = [...context.declared.entities.values()].filter((entity) => entity.partOf === null && entity.span !== null);
  return own.flatMap(({ name, plural }) => {
    const path = `/${kebab(plural)}`;
    context.affects("point 2", `screens of ${name}`, null);
    return [
      derived(plural, path, { kind: "list", entity: name, where: null, list: plainList }),
      derived(name, `${path}/:id`, { kind: "record", entity: name, parameter: "id", title: null, sections: [], lists: [], actions: null, offers: [], showWhen: [] }),
      derived(`New ${name.toLowerCase()}`, `${path}/new`, { kind: "form", entity: name, action: null, parameters: [], steps: [], prefill: [], showWhen: [], afterSaving: null }),
    ];
  });
}

function derived(name: string, route: string, shows: Shows): Screen {
  return { name, route, shows, for: ["everyone"], menu: route.includes(":") ? false : "Not specified", prose: "", derived: true, source: null };
}
