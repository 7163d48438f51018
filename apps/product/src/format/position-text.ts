/** Coordinates as people write them: five decimals, which is about a meter, with the directions. */

/** `52.51627° N, 13.37768° E` of `52.516272, 13.377676`; other texts as they are. */
export function positionText(value: string): string {
  const [latitude, longitude] = value.split(",").map((degrees) => (degrees.trim() === "" ? Number.NaN : Number(degrees)));
  if (latitude === undefined || longitude === undefined || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return value;
  return `${degreesText(latitude, "N", "S")}, ${degreesText(longitude, "E", "W")}`;
}

const degreesText = (degrees: number, above: string, below: string): string => `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? below : above}`;
