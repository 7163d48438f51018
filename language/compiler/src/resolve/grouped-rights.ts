/** Groups rights by their entity. */
export function grouped<T extends { readonly entity: string }>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(one.entity);
    if (group) group.push(one);
    else groups.set(one.entity, [one]);
  }
  return groups;
}
