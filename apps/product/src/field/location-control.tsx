/** Edits a place: its coordinates, a link from a map, or where the person is. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useState } from "react";
import type { ControlProps, Shared } from "./control-props.ts";
import { ownPosition, positionIn } from "./map-position.ts";
import { t } from "../texts/texts.ts";

export function LocationControl({ value, onChange, shared }: ControlProps & { readonly shared: Shared }) {
  const [isLooking, setIsLooking] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  // A browser gives a position only to pages that came over a safe connection.
  const mayLook = "geolocation" in navigator && window.isSecureContext;
  const look = async () => {
    setIsLooking(true);
    const found = await ownPosition();
    setIsLooking(false);
    setIsMissing(found === null);
    if (found !== null) onChange(found);
  };
  return (
    <Stack gap={4}>
      <TextInput
        {...shared}
        value={typeof value === "string" ? value : ""}
        onChange={(event) => onChange(event.currentTarget.value === "" ? null : positionIn(event.currentTarget.value))}
        placeholder="52.52, 13.405"
        dir="ltr"
      />
      <Text size="xs" c="dimmed" role={isMissing ? "alert" : undefined}>
        {isMissing ? t("location-not-available") : t("location-hint")}
      </Text>
      {mayLook ? (
        <Group>
          <Button variant="default" size="compact-sm" leftSection={<IconCurrentLocation size={14} aria-hidden />} loading={isLooking} onClick={() => void look()}>
            {t("use-my-location")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
