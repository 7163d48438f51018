/** The rehearsal's people, and signing in as one of them. */
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { itemsIn, refreshEverything } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { navigate } from "../navigation/location.ts";

interface Person {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}
export const useRehearsalPeople = (on: boolean) =>
  useQuery({ queryKey: ["rehearsal", "people"], queryFn: async () => itemsIn<Person>(await request("/rehearsal/people")), enabled: on, staleTime: 60_000 });

export async function signInAs(email: string, to = "/"): Promise<void> {
  try {
    await request("/rehearsal/become", { method: "POST", body: { email } });
    await refreshEverything();
    navigate(to);
  } catch (e) {
    notifications.show({ color: "red", message: asProblem(e).detail });
  }
}
