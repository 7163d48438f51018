/** Words in a sentence's form for the built-in groups: `everyone who is signed in`, `anyone with the link`. */
import { fold } from "@nonet/feel";

const people = "(?:people|persons?|users?)";
const signedIn = String.raw`(?:who (?:is|are) )?(?:signed|logged)[- ]in`;
const everyone = new RegExp(
  `^(?:(?:everyone|everybody|anyone|anybody) ${signedIn}|(?:(?:all|any|every) )?(?:signed|logged)[- ]in ${people}|(?:all|any|every) ${people} ${signedIn})$`,
);
const bearer = new RegExp(`^(?:anyone|anybody|everyone|everybody|(?:all |any )?${people}) (?:with|who (?:has|have)|holding|having) (?:the|a|its) link$`);

/** The group that the words describe; undefined for other words. */
export function describedGroup(words: string): "everyone" | "bearer" | undefined {
  const key = fold(words);
  return everyone.test(key) ? "everyone" : bearer.test(key) ? "bearer" : undefined;
}
