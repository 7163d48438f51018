/** A place as people read it, `52.51630° N, 13.37770° E`: five decimals are about a meter. Other texts as they are. */
export function formatCoordinates(place: string): string {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(place);
  return found ? `${degrees(found[1]!, "N", "S")}, ${degrees(found[2]!, "E", "W")}` : place;
}

const degrees = (number: string, positive: string, negative: string): string => `${Math.abs(Number(number)).toFixed(5)}° ${Number(number) < 0 ? negative : positive}`;
