import { companyCalls } from '../../../../domain/calls/companies.ts'
import type { Company, Geolocation } from '../../../../domain/entities/company.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { t } from '../../../i18n/intl.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showErrors } from '../../../state/show-errors.ts'
import { showToast } from '../../../state/toasts.ts'

/** Save the place of a company, with undo. `onSaved` receives each change of the record. @throws Fault */
export async function savePlace(
  company: Company,
  place: Geolocation | null,
  onSaved: () => void,
): Promise<void> {
  const made = await send(company, place)
  onSaved()
  const undo = async () => {
    try {
      const back = await send(made, company.geolocation ?? null)
      onSaved()
      showToast('done', sayPlace(back))
    } catch (error) {
      showErrors(error)
    }
  }
  showToast('done', sayPlace(made), { label: t('map.undo'), onPress: () => void undo() })
}

function sayPlace({ name, geolocation }: Company): string {
  return t(geolocation ? 'map.saved' : 'map.removed', { name })
}

async function send(company: Company, geolocation: Geolocation | null): Promise<Company> {
  const body = { geolocation, base: company.updated_at }
  const parts = { params: { id: company.uuid }, body }
  const made = await call(companyCalls.editDetailsOf, parts, { opId: makeUuid() })
  resyncRecords()
  return made
}
