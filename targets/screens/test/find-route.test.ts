import { expect, test } from "vitest";
import { findRoute, matchRoute } from "../src/routes/find-route.ts";

const find = (path: string, ...routes: string[]) => {
  const found = findRoute(
    routes.map((route) => ({ route })),
    path,
  );
  return found && [found.screen.route, found.parameters];
};

test("decodes the parameters of a route", () => {
  expect(matchRoute("/loans/:number", "/loans/L%20001")).toEqual({ number: "L 001" });
  expect(matchRoute("/loans/:number", "/loans")).toBeNull();
  expect(matchRoute("/loans/:number", "/tools/L001")).toBeNull();
});

test("keeps a malformed percent sign in an address as it was typed", () => {
  expect(matchRoute("/loans/:number", "/loans/50%")).toEqual({ number: "50%" });
  expect(matchRoute("/loans/:number", "/loans/%E0%A4%A")).toEqual({ number: "%E0%A4%A" });
});

test("prefers a fixed segment to a parameter, in whatever order the screens are", () => {
  for (const routes of [
    ["/loans/:number", "/loans/new"],
    ["/loans/new", "/loans/:number"],
  ])
    expect(find("/loans/new", ...routes)).toEqual(["/loans/new", {}]);
});

test("compares routes with parameters segment by segment from the left", () => {
  for (const routes of [
    ["/:area/list", "/tools/:id"],
    ["/tools/:id", "/:area/list"],
  ])
    expect(find("/tools/list", ...routes)).toEqual(["/tools/:id", { id: "list" }]);
  for (const routes of [
    ["/tools/:id/:tab", "/tools/:id/history"],
    ["/tools/:id/history", "/tools/:id/:tab"],
  ])
    expect(find("/tools/7/history", ...routes)).toEqual(["/tools/:id/history", { id: "7" }]);
});
