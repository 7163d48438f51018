/** The field that the heading of a record's page says already (default 186). */
import type { EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";

export const isInHeading = ({ titleKey }: EntityData, { key }: FieldData, row: Row, heading: string): boolean => key === titleKey && row[key] === heading;
