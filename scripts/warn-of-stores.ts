import type * as v from 'valibot'
import { operatorStoreCalls } from '../domain/calls/operator-store.ts'
import { operate, type Place } from './operate.ts'

type Listed = v.InferOutput<typeof operatorStoreCalls.listCompanies.data>
type Measured = v.InferOutput<typeof operatorStoreCalls.measureStores.data>

/** Most companies that one call measures (domain/calls/operator-store.ts). */
const atOnce = 50

/** Read the store of every company once, and tell of those that are damaged or nearly full. */
export async function warnOfStores(place: Place & { warn(text: string): void }): Promise<void> {
  const listed = (await operate(place, operatorStoreCalls.listCompanies, {})) as Listed
  const open = listed.filter(({ name, closed_at }) => name !== '' && closed_at === null)
  for (let from = 0; from < open.length; from += atOnce) {
    const some = open.slice(from, from + atOnce)
    const measured = (await operate(place, operatorStoreCalls.measureStores, {
      company_uuids: some.map(({ uuid }) => uuid),
    })) as Measured
    for (const { uuid, size } of measured) {
      const name = `${some.find((one) => one.uuid === uuid)?.name} (${uuid})`
      if (size === null) {
        place.warn(
          `  The store of ${name} cannot be read: nobody of that company can sign in. Put it back from a backup (docs/deploy.md, section 10).`,
        )
      } else if (size.warning) {
        place.warn(`  The store of ${name} is ${Math.floor(size.share * 100)} % full.`)
      }
    }
  }
}
