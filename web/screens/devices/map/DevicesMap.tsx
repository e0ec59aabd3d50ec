import { useMemo, useState } from 'react'
import type { Company } from '../../../../domain/entities/company.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { isolateWords } from '../../../i18n/isolate-values.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { MapPlace } from '../../../parts/map/map-place.ts'
import { PlaceMap } from '../../../parts/map/PlaceMap.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { account, may } from '../../../state/session.ts'
import type { Address } from '../../../use-address.ts'
import { CompanyCard } from './CompanyCard.tsx'
import styles from './DevicesMap.module.css'
import { NoPlaces } from './NoPlaces.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { SetPlace } from './SetPlace.tsx'
import { useCompanies } from './use-companies.ts'

/** Where the devices stand: the places of the companies that the account sees. What is open lies in the address. */
export function DevicesMap(props: { devices: readonly Device[]; address: Address }) {
  const { devices, address } = props
  const { companies, failure, again } = useCompanies()
  const [placed, setPlaced] = useState<string | null>(null)
  const moved = companies?.find(({ uuid }) => uuid === placed)
  const places = useMemo(() => placesOf(companies ?? [], devices.length), [companies, devices])
  if (companies === null) return <Progress label={t('parts.loading')} />
  const unplaced = companies.filter(({ geolocation }) => !geolocation)
  const setPlace = may('companies.details') && unplaced.length > 0 && (
    <SetPlace companies={unplaced} onSet={({ uuid }) => setPlaced(uuid)} />
  )
  return (
    <div className={styles.view}>
      {failure.length > 0 && (
        <Notice
          kind="warning"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
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
                  onChange={may('companies.details') ? () => setPlaced(id) : null}
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

function placesOf(companies: readonly Company[], ownDevices: number): MapPlace[] {
  const own = account.value?.company_uuid
  return companies.flatMap(({ uuid, name, city, geolocation }) => {
    if (!geolocation) return []
    const { latitude: lat, longitude: lon } = geolocation
    const count = uuid === own ? t('devices.map.count', { count: ownDevices }) : ''
    const note = [city && isolateWords(city), count].filter(Boolean).join(' · ')
    return [{ id: uuid, name, lat, lon, ...(note && { note }) }]
  })
}
