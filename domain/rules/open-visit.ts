/** A visit that nobody has ended; its time may be over. */
interface Visit {
  uuid: string
  by: string
  until: string
}

/**
 * Return the visits, or requests for one, that count: those of a partner end with it, also where the company is assigned to it again.
 * @param since moment at which the company got the partner that it has now.
 */
export function sincePartner<Asked extends { via: string; at: string }>(
  visits: readonly Asked[],
  since: string | null,
): Asked[] {
  return visits.filter(({ via, at }) => via !== 'partner' || since === null || at >= since)
}

/** Find the visit of a person that goes on. */
export function findOpenVisit(visits: readonly Visit[], person: string): string | undefined {
  // Take the newest: an earlier one may be of a time in which the company had this partner before.
  return visits.findLast(({ by, until }) => by === person && Date.parse(until) > Date.now())?.uuid
}

/** Return true for a partner outside of a company that grants visits: its people are not theirs to list before it lets them in (decision 80). */
export function isClosedTo(
  { grantsVisits, visits }: { grantsVisits: boolean; visits: readonly Visit[] },
  { uuid, via }: { uuid: string; via: string },
): boolean {
  return via === 'partner' && grantsVisits && findOpenVisit(visits, uuid) === undefined
}
