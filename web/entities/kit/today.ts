const dayMs = 86_400_000
let known = { day: -1, text: '' }

/** Return the day in UTC, as the service counts days. It is written once a day: a list asks for it with each of 10,000 lots. */
export function today(): string {
  const day = Math.floor(Date.now() / dayMs)
  if (known.day !== day) known = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) }
  return known.text
}
