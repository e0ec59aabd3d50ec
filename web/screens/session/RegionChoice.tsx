import { useEffect, useState } from 'react'
import { aboutCalls } from '../../../domain/calls/about.ts'
import type { CallData } from '../../../domain/call.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'

/**
 * Where the company's data lies. Another region is another deployment with its own stores, so choosing it
 * opens that address: no name or password is ever sent across.
 */
export function RegionChoice() {
  const [list, setList] = useState<CallData<typeof aboutCalls.regions> | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    // Without an answer there is nothing to choose: this address is the region.
    call(aboutCalls.regions, {}, { signal: stop.signal }).then(setList, () => undefined)
    return () => stop.abort()
  }, [])
  if (!list) return null
  const choose = (region: string) => {
    const chosen = list.regions.find((one) => one.region === region)
    if (chosen && chosen.region !== list.own) location.assign(`${chosen.baseUrl}/login`)
  }
  return (
    <SelectField
      label={t('login.region')}
      value={list.own}
      choices={list.regions.map(({ region }) => ({ value: region, label: t(`region.${region}`) }))}
      hint={t(list.regions.length > 1 ? 'login.regionLeaves' : 'login.regionHint')}
      onChange={choose}
    />
  )
}
