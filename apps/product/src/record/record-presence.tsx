/** Small avatars of the people who have the record open now (default 258). */
import { Avatar, Tooltip, VisuallyHidden } from "@mantine/core";
import { useOthersHere } from "../api/presence.ts";
import { enumeration, t } from "../texts/texts.ts";

const maxShown = 4;

export function RecordPresence({ path, id }: { path: string; id: string }) {
  const others = useOthersHere(path, id);
  const names = enumeration(others.map(({ name }) => name));
  return (
    <div role="status">
      {others.length > 0 ? (
        <Tooltip label={t("also-here", { names })}>
          <div>
            <VisuallyHidden>{t("also-here", { names })}</VisuallyHidden>
            <Avatar.Group aria-hidden spacing={8}>
              {others.slice(0, maxShown).map(({ id: person, name }) => (
                <Avatar key={person} name={name} size={28} radius="xl" color="product" variant="filled" />
              ))}
              {others.length > maxShown ? (
                <Avatar size={28} radius="xl">
                  +{others.length - maxShown}
                </Avatar>
              ) : null}
            </Avatar.Group>
          </div>
        </Tooltip>
      ) : null}
    </div>
  );
}
