/** A visit that nobody has ended; its time may be over. */
interface Visit {
  uuid: string
  by: string
  until: string
}

/** Find the visit of a person that goes on. */
export function findOpenVisit(visits: readonly Visit[], person: string): string | undefined {
  return visits.find(({ by, until }) => by === person && Date.parse(until) > Date.now())?.uuid
}

/** Return true for a partner outside of a company that grants visits: its people are not theirs to list before it lets them in (decision 80). */
export function isClosedTo(
  { grantsVisits, visits }: { grantsVisits: boolean; visits: readonly Visit[] },
  { uuid, via }: { uuid: string; via: string },
): boolean {
  return via === 'partner' && grantsVisits && findOpenVisit(visits, uuid) === undefined
}
