/** What a form's screen says beyond its fields: values to begin with, and fields that show only at times. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { FieldData } from "@nonet/screens";
import { request } from "../api/request.ts";
import { toSend, type FormValues } from "../field/field-values.ts";

interface FormScreenData {
  readonly prefill: FormValues;
  readonly hidden: readonly string[];
}

const address = (screen: string): string => `/api/screens/${encodeURIComponent(screen)}/data`;

/** Undefined while it is asked; what isn't asked for is empty at once. */
export function useInitialFormValues(screen: string, wanted: boolean): FormValues | undefined {
  const data = useQuery({
    queryKey: ["prefill", screen],
    queryFn: () => request<FormScreenData>(address(screen), { method: "POST", body: { values: {} } }),
    enabled: wanted,
    gcTime: 0,
    staleTime: 0,
  });
  if (!wanted || data.error) return {};
  return data.isFetching ? undefined : data.data?.prefill;
}

/** Names of the fields that don't show with these values: judged by the server, who alone knows what the conditions reach. */
export function useHiddenFields(screen: string, wanted: boolean, fields: readonly FieldData[], values: FormValues, id: string | null): readonly string[] | null {
  const body = JSON.stringify({ values: toSend(fields, values), ...(id ? { id } : {}) });
  const [asked] = useDebouncedValue(body, 200);
  const data = useQuery({
    queryKey: ["hidden", screen, asked],
    queryFn: () => request<FormScreenData>(address(screen), { method: "POST", body: JSON.parse(asked) as unknown }),
    enabled: wanted,
    placeholderData: (before: FormScreenData | undefined) => before,
  });
  // Until the first answer nobody knows which fields show: none is shown to be taken away again.
  return data.data?.hidden ?? (wanted && data.isPending ? null : []);
}
