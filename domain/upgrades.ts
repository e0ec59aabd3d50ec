type Body = Record<string, unknown>

/**
 * Change a stored body of an older version into the next one. A body does not say its version, so a step recognises what it
 * changes, and returns every other body as it is.
 */
export type Upgrade = (body: Body) => Body

/**
 * Steps for records that are older than their schema, by kind, the oldest first, each under the version that it leads to.
 * A version that only adds optional fields needs none. Nothing is rewritten in the store: a record is read through its
 * steps for ever, and the next edit writes it in today's shape (docs/stored-data.md).
 */
export const upgrades: Record<string, Readonly<Record<number, Upgrade>>> = {}

/** Return a stored body in the shape of today's schema: the same object where it has that already. */
export function upgradeBody(kind: string, body: Body): Body {
  const steps = upgrades[kind]
  return steps ? Object.values(steps).reduce((older, step) => step(older), body) : body
}
