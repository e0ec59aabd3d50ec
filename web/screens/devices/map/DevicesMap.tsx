import { useMemo, useState, type ReactNode } from 'react'
import { companyCalls, type CompanyFigures } from '../../../../domain/calls/companies.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { reachNeeds } from '../../../../domain/rules/reach.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { isolateWords } from '../../../i18n/isolate-values.ts'
import { visiting } from '../../../client/visiting.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { MapPlace } from '../../../parts/map/map-place.ts'
import { PlaceMap } from '../../../parts/map/PlaceMap.tsx'
import { SilentCompanies } from '../../../parts/notice/SilentCompanies.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { account, may } from '../../../state/session.ts'
import type { Address } from '../../../use-address.ts'
import { CompanyCard } from './CompanyCard.tsx'
import styles from './DevicesMap.module.css'
import { PlaceDialog } from './PlaceDialog.tsx'
import { useCompanies } from '../../../entities/company/use-companies.ts'
import { useCompanyFigures } from '../../../entities/company/use-company-figures.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { FetchFailed } from '../../../parts/progress/Fetching.tsx'

/** Show the devices at the places of the companies that the account sees. The open place is in the address. */
export function DevicesMap(props: { devices: readonly Device[]; address: Address }) {
  const { devices, address } = props
  const { companies, silent, failure, again } = useCompanies()
  const [placed, setPlaced] = useState<string | null>(null)
  const moved = companies?.find(({ uuid }) => uuid === placed)
  // Keep the text: devices change many times a second, and the map keeps its places.
  const note = sayDevices(devices)
  const figures = useCompanyFigures()
  const places = useMemo(() => placesOf(companies ?? [], note, figures), [companies, note, figures])
  if (companies === null) return <Progress label={t('parts.loading')} />
  const unplaced = companies.filter(({ uuid, geolocation }) => !geolocation && mayPlace(uuid))
  const setPlace = unplaced.length > 0 && (
    <SetPlace companies={unplaced} onSet={({ uuid }) => setPlaced(uuid)} />
  )
  return (
    <div className={styles.view}>
      <FetchFailed failure={failure} again={again} title={t('parts.fetchFailed')} kind="warning" />
      <SilentCompanies companies={silent} again={again} />
      {places.length === 0 ? (
        <NoPlaces action={setPlace} />
      ) : (
        <>
          <PlaceMap
            label={t('devices.map.label')}
            places={places}
            open={address.search.get('place')}
            onOpen={(place) => address.change({ place })}
            describe={({ id }) => {
              const company = companies.find(({ uuid }) => uuid === id)
              if (!company) return null
              const isOwn = id === account.value?.company_uuid
              return (
                <CompanyCard
                  company={company}
                  devices={isOwn ? devices : null}
                  onDevice={(device) => address.change({ device })}
                  onChange={mayPlace(id) ? () => setPlaced(id) : null}
                />
              )
            }}
          />
          {setPlace}
        </>
      )}
      {moved && (
        <PlaceDialog
          key={moved.uuid}
          company={moved}
          onClose={() => setPlaced(null)}
          onSaved={again}
        />
      )}
    </div>
  )
}

/** Tell if the account may change the place of a company: the present one, or any as the provider (decision 38). */
function mayPlace(uuid: string): boolean {
  const here = visiting?.company.uuid ?? account.value?.company_uuid
  return may(companyCalls.editDetails.needs) && (uuid === here || may(reachNeeds))
}

/** Say how many devices there are, and how many of them are out of reach or cannot be used. */
function sayDevices(devices: readonly Device[]): string {
  const states = devices.map(deviceState)
  const poor = (['unavailable', 'offline'] as const).flatMap((state) => {
    const count = states.filter((one) => one === state).length
    return count === 0 ? [] : [`${t(`devices.state.${state}`)}: ${formatNumber(count)}`]
  })
  return [t('devices.map.count', { count: devices.length }), ...poor].join(' · ')
}

function placesOf(
  companies: readonly Company[],
  ownDevices: string,
  figures: ReadonlyMap<string, CompanyFigures> | null,
): MapPlace[] {
  const own = account.value?.company_uuid
  return companies.flatMap(({ uuid, name, city, geolocation }) => {
    if (!geolocation) return []
    const { latitude: lat, longitude: lon } = geolocation
    const others = figures?.get(uuid)
    // Count none of a company whose store has not reported yet.
    const heard = others && others.heard_at !== null
    const count =
      uuid === own ? ownDevices : heard ? t('devices.map.count', { count: others.devices }) : ''
    const note = [city && isolateWords(city), count].filter(Boolean).join(' · ')
    return [{ id: uuid, name, lat, lon, ...(note && { note }) }]
  })
}

/** Explain that no company has a place yet, and who can set one. */
function NoPlaces({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon="globe" title={t('devices.map.empty.title')} action={action}>
      {t(action ? 'devices.map.empty.text' : 'devices.map.empty.ask')}
    </EmptyState>
  )
}

/** Offer to set missing places. */
function SetPlace(props: { companies: readonly Company[]; onSet: (company: Company) => void }) {
  const { companies, onSet } = props
  const [first] = companies
  if (companies.length === 1 && first) {
    return (
      <div>
        <Button icon="globe" onClick={() => onSet(first)}>
          {t('devices.map.set', { name: first.name })}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.set}>
      <SelectField
        label={t('devices.map.unplaced', { count: companies.length })}
        value=""
        placeholder={t('devices.map.setOne')}
        choices={companies.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        onChange={(chosen) => {
          const company = companies.find(({ uuid }) => uuid === chosen)
          if (company) onSet(company)
        }}
      />
    </div>
  )
}
