/** How a calendar draws records that last several days, and where they are after a move. */
import { expect, it } from "vitest";
import { inForm, placeOf } from "../src/calendar/long-events.ts";

const tour = { id: "t", start: "2026-03-10T10:00", end: "2026-03-13T18:00", allDay: false, extendedProps: { row: 1 } };
const night = { id: "n", start: "2026-03-10T22:00", end: "2026-03-11T06:00", allDay: false };
const loan = { id: "l", start: "2026-02-27", end: "2026-03-05", allDay: true };
const moment = (text: string) => new Date(`${text}Z`);

it("above the hours stand the days of what lasts more than a day", () => {
  expect(inForm(tour, "hours", "2026-03-09", "en")).toMatchObject({ start: "2026-03-10", end: "2026-03-14", allDay: true });
  for (const [event, form] of [
    [night, "hours"],
    [loan, "hours"],
    [tour, "days"],
  ] as const)
    expect(inForm(event, form, "2026-03-09", "en")).toBe(event);
});

it("outside of the hours, a night stands on the day on which it begins", () => {
  for (const form of ["days", "list"] as const)
    expect(inForm(night, form, "2026-03-09", "en")).toMatchObject({ start: "2026-03-10T22:00", end: "2026-03-10T23:59", allDay: false });
  for (const end of ["2026-03-11T12:01", "2026-03-11T00:00", "2026-03-12T06:00"]) expect(inForm({ ...night, end }, "days", "2026-03-09", "en")).toEqual({ ...night, end });
  expect(inForm({ ...night, start: "2026-03-10T23:59" }, "days", "2026-03-09", "en")).toEqual({ ...night, start: "2026-03-10T23:59" });
  const { extendedProps = {} } = inForm(night, "days", "2026-03-09", "en");
  expect(placeOf({ start: moment("2026-03-12T22:00"), end: moment("2026-03-12T23:59"), extendedProps })).toEqual({
    start: moment("2026-03-12T22:00"),
    end: moment("2026-03-13T06:00"),
  });
});

it("a list has what lasts several days once, on its first day shown, with its days", () => {
  expect(inForm(loan, "list", "2026-03-01", "en")).toMatchObject({ start: "2026-03-01", end: "2026-03-02", extendedProps: { period: expect.stringMatching(/^27 Feb.–.4 Mar$/u) } });
  expect(inForm(tour, "list", "2026-03-01", "en")).toMatchObject({ start: "2026-03-10", allDay: true });
  expect(inForm({ ...loan, start: "2026-03-04" }, "list", "2026-03-01", "en").extendedProps).toBeUndefined();
});

it("a record whose bar is moved keeps its times and its length", () => {
  const { extendedProps = {} } = inForm(tour, "hours", "2026-03-09", "en");
  expect(placeOf({ start: moment("2026-03-11T00:00"), end: moment("2026-03-15T00:00"), extendedProps })).toEqual({
    start: moment("2026-03-11T10:00"),
    end: moment("2026-03-14T18:00"),
  });
  expect(placeOf({ start: moment("2026-03-10T00:00"), end: moment("2026-03-15T00:00"), extendedProps })).toEqual({
    start: moment("2026-03-10T10:00"),
    end: moment("2026-03-14T18:00"),
  });
  const inList = inForm(loan, "list", "2026-03-01", "en").extendedProps ?? {};
  expect(placeOf({ start: moment("2026-03-02T00:00"), end: null, extendedProps: inList })).toEqual({ start: moment("2026-02-28T00:00"), end: moment("2026-03-06T00:00") });
  expect(placeOf({ start: moment("2026-03-02T00:00"), end: null, extendedProps: {} })).toEqual({ start: moment("2026-03-02T00:00"), end: null });
});
