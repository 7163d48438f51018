/** A list shows no tools before it has records, and a place is taken from a map's link or from the device. */
import { expect, test } from "vitest";
import { smallProduct } from "./small-product.ts";

const product = smallProduct(`# Specification: Sightings

## 1. What the product does and for whom

- **Name**: Sightings
- **Sign-in**: email and password; by invitation

For whom:

- **Ranger** — reports what was seen

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /sightings | Sightings | list of Sighting | Ranger |
| /open | Open | list of Sighting where state = "open" | Ranger |
| /board | Board | board of Sighting by state | Ranger |

### Sightings

- Columns: name, reward, place, state

## 3. Entities and their fields

### Sighting

- name: text, required
- place: location
- reward: money in EUR

## 4. States and transitions

### Sighting

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | Check | checked | Ranger |

## 6. Roles and permissions

- **Ranger**

| Entity | Ranger |
|---|---|
| Sighting | all |
`);

test("a list without records has nothing to search, filter, group or arrange; one that filters leave empty keeps its filters", async () => {
  const { page, context } = await product.signIn("ranger@example.test");
  const tools = () => page.getByRole("button", { name: /^(Filter by State|Add filter|Group|Columns|Views)$/ }).allInnerTexts();
  await page.goto(`${product.address}/sightings`);
  await page.getByText("No sightings yet").waitFor();
  await expect.poll(tools).toEqual([]);
  expect(await page.getByRole("searchbox").count()).toBe(0);
  await page.goto(`${product.address}/board`);
  await page.getByText("No sightings").first().waitFor();
  await expect.poll(tools).toEqual([]);

  const ask = await product.ask("ranger@example.test");
  expect((await ask("POST", "/api/sightings", { name: "A heron", reward: "20" })).status).toBe(201);
  await page.goto(`${product.address}/sightings`);
  await page.getByRole("link", { name: "A heron" }).waitFor();
  expect(await tools()).toEqual(["Views", "Columns", "State", "Add filter", "Group"]);
  // One record has no range and no total.
  await page.getByText("1 record", { exact: true }).waitFor();
  expect(await page.getByText("Total of").count()).toBe(0);
  await page.goto(`${product.address}/sightings?state=checked`);
  await page.getByText("No results").waitFor();
  expect(await page.getByRole("button", { name: /^Filter by State/ }).count()).toBe(1);

  // Where a condition leaves one state, there is no choice of it.
  await page.goto(`${product.address}/open`);
  await page.getByRole("link", { name: "A heron" }).waitFor();
  expect(await tools()).toEqual(["Views", "Columns", "Add filter", "Group"]);
  await context.close();
});

test("a place is taken from the link of a map, and from the device if the person allows it", async () => {
  const { page, context } = await product.signIn("ranger@example.test");
  await page.goto(`${product.address}/sightings`);
  await page.getByRole("button", { name: "New sighting" }).click();
  const dialog = page.getByRole("dialog");
  const place = dialog.getByRole("textbox", { name: "Place" });
  await place.fill("https://www.openstreetmap.org/?mlat=52.5163&mlon=13.3777#map=17/52.51/13.37");
  await expect.poll(() => place.inputValue()).toBe("52.5163, 13.3777");
  await place.fill("https://www.google.com/maps/@48.8584,2.2945,17z");
  await expect.poll(() => place.inputValue()).toBe("48.8584, 2.2945");
  await dialog.getByRole("button", { name: "Use my location" }).click();
  await dialog.getByText("Your location isn't available.", { exact: false }).waitFor();
  expect(await place.inputValue()).toBe("48.8584, 2.2945");
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 53.350123, longitude: -6.2603 });
  await dialog.getByRole("button", { name: "Use my location" }).click();
  await expect.poll(() => place.inputValue()).toBe("53.35012, -6.2603");
  await dialog.getByRole("textbox", { name: "Name" }).fill("An otter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "An otter" }).waitFor();
  const link = page.getByRole("row", { name: "An otter" }).getByRole("link", { name: "Show 53.35012° N, 6.26030° W on a map" });
  expect(await link.innerText()).toBe("53.35012° N, 6.26030° W");
  expect(await link.getAttribute("href")).toContain("mlat=53.35012&mlon=-6.2603");
  const ask = await product.ask("ranger@example.test");
  const { body } = await ask("GET", "/api/sightings?search=otter");
  expect(body.items[0].place).toBe("53.35012, -6.2603");
  await context.close();
});
