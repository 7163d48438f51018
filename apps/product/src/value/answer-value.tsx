/** The request or response of a call, as names with values. */
import { Text } from "@mantine/core";
import { t } from "../texts/texts.ts";

export function AnswerValue({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "")
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (Array.isArray(value))
    return value.length === 0 ? (
      <Text span size="sm" c="dimmed">
        {t("none")}
      </Text>
    ) : (
      <ol style={{ margin: 0, paddingInlineStart: 18 }}>
        {value.map((one, i) => (
          <li key={i}>
            <AnswerValue value={one} />
          </li>
        ))}
      </ol>
    );
  if (typeof value === "object")
    return (
      <dl className="answer">
        {Object.entries(value).map(([key, one]) => (
          <AnswerEntry key={key} name={key} value={one} />
        ))}
      </dl>
    );
  return <bdi style={{ overflowWrap: "anywhere" }}>{value === true ? t("yes") : value === false ? t("no") : String(value)}</bdi>;
}

const AnswerEntry = ({ name, value }: { name: string; value: unknown }) => (
  <>
    <dt>{words(name)}</dt>
    <dd>
      <AnswerValue value={value} />
    </dd>
  </>
);

/** `dueDate` → "Due date". */
const words = (name: string): string => {
  const spaced = name.replace(/_/g, " ").replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
