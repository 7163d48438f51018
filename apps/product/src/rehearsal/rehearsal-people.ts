/** The rehearsal's people, and signing in as one of them. */
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { findRoute, type ProductData } from "@nonet/screens";
import { withoutBase } from "../addresses/base.ts";
import { itemsIn } from "../api/items-in.ts";
import { queryClient, refreshEverything } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { navigate } from "../navigation/location.ts";
import { leaveWork } from "../navigation/unsaved-work.ts";
import type { RehearsalPerson } from "./person.ts";

export const useRehearsalPeople = (on: boolean) =>
  useQuery({ queryKey: ["rehearsal", "people"], queryFn: async () => itemsIn<RehearsalPerson>(await request("/rehearsal/people")), enabled: on, staleTime: 60_000 });

/** Without an address, the page stays where the person may open it too. */
export function signInAs(email: string, to?: string): void {
  leaveWork(() => void become(email, to));
}

async function become(email: string, to: string | undefined): Promise<void> {
  try {
    await request("/rehearsal/become", { method: "POST", body: { email } });
    await refreshEverything();
    const here = withoutBase(location.pathname);
    const screens = queryClient.getQueryData<ProductData>(["product"])?.screens ?? [];
    if (to !== undefined || !findRoute(screens, here)) navigate(to ?? "/");
  } catch (e) {
    notifications.show({ color: "red", message: asProblem(e).detail });
  }
}
