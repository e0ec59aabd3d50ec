import { useState } from 'react'
import { type Company, Geolocation } from '../../../../domain/entities/company.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { PlacePicker } from '../../../parts/map/PlacePicker.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { useSending } from '../../../state/use-sending.ts'
import styles from './DevicesMap.module.css'
import { savePlace } from './save-place.ts'
import { checkFields, type FieldTexts } from '../../../state/form-faults.ts'

/** A place as it is being given: each half on its own, none of them for no place. */
interface PlaceDraft {
  latitude: number | null
  longitude: number | null
}

const noPlace: PlaceDraft = { latitude: null, longitude: null }

function draftOf(place: Geolocation | null | undefined): PlaceDraft {
  return place ? { ...place } : noPlace
}

function sameDraft(one: PlaceDraft, other: PlaceDraft): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

/** Return the problems of a place, by its halves. No place at all is allowed. */
function findPlaceProblems(draft: PlaceDraft): FieldTexts {
  if (sameDraft(draft, noPlace)) return {}
  const given = Object.entries(draft).filter(([, degrees]) => degrees !== null)
  return checkFields(Geolocation, Object.fromEntries(given))
}

/** Return the place if it is complete and on the earth, else null. */
function placeOf({ latitude, longitude }: PlaceDraft): Geolocation | null {
  if (latitude === null || longitude === null) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

const withinMs = 15_000

/** Ask the browser for the position of this machine; null if it is unknown or not allowed. */
function findPosition(): Promise<Geolocation | null> {
  return new Promise((resolve) => {
    const { geolocation } = navigator as Partial<Navigator>
    if (!geolocation) return resolve(null)
    // Ask only where the page is secure; the person or the browser's settings may say no.
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
      () => resolve(null),
      { timeout: withinMs, maximumAge: 60_000 },
    )
  })
}

/** Round to about ten metres. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

/** Keep the place of a company while it is being given, with the steps that can be undone. */
function usePlaceDraft(given: Company) {
  // Follow the record until something is changed; then keep the record that was seen.
  const [own, setOwn] = useState<{ company: Company; draft: PlaceDraft } | null>(null)
  const { company, draft } = own ?? { company: given, draft: draftOf(given.geolocation) }
  const [past, setPast] = useState<readonly PlaceDraft[]>([])
  const [typing, setTyping] = useState<keyof PlaceDraft | null>(null)
  const change = (next: PlaceDraft, typed: keyof PlaceDraft | null = null) => {
    if (sameDraft(next, draft)) return
    // Count the keys typed into one field as one step of undo.
    if (typed === null || typed !== typing) setPast([...past, draft])
    setTyping(typed)
    setOwn({ company, draft: next })
  }
  const undo = () => {
    const before = past.at(-1)
    if (!before) return
    setPast(past.slice(0, -1))
    setTyping(null)
    setOwn({ company, draft: before })
  }
  return { company, draft, change, undo, isUnchanged: past.length === 0 }
}

/** Ask for the place of a company: a press on the map, the place of this machine, or typed. */
export function PlaceDialog(props: { company: Company; onClose: () => void; onSaved: () => void }) {
  const { onClose, onSaved } = props
  const { company, draft, change, undo, isUnchanged } = usePlaceDraft(props.company)
  const [position, setPosition] = useState<'asking' | 'none' | null>(null)
  const sending = useSending(['latitude', 'longitude'])
  const problems = findPlaceProblems(draft)
  const errors = sending.tried ? problems : {}
  const takeHere = async () => {
    setPosition('asking')
    const found = await findPosition()
    setPosition(found ? null : 'none')
    if (found) change(found)
  }
  const submit = async () => {
    if (sameDraft(draft, draftOf(company.geolocation))) return onClose()
    const isWhole = Object.keys(problems).length === 0
    const done = await sending.send(isWhole, () => savePlace(company, placeOf(draft), onSaved))
    if (done) onClose()
  }
  const place = placeOf(draft)
  return (
    <FormDialog
      title={t('map.placeOf', { name: company.name })}
      submit={t('map.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {position === 'none' && (
        <Notice kind="warning" title={t('map.noGeolocation')}>
          {t('map.noGeolocationText')}
        </Notice>
      )}
      <PlacePicker
        label={t('map.pick', { name: company.name })}
        value={place && { lat: place.latitude, lon: place.longitude }}
        onPick={({ lat, lon }) => change({ latitude: lat, longitude: lon })}
      />
      <div className={styles.given}>
        <NumberField
          label={t('map.latitude')}
          value={draft.latitude}
          error={errors['latitude']}
          min={-90}
          max={90}
          step={0.1}
          unit="°"
          onChange={(latitude) => change({ ...draft, latitude }, 'latitude')}
        />
        <NumberField
          label={t('map.longitude')}
          value={draft.longitude}
          error={errors['longitude']}
          min={-180}
          max={180}
          step={0.1}
          unit="°"
          onChange={(longitude) => change({ ...draft, longitude }, 'longitude')}
        />
      </div>
      <div className={styles.tools}>
        <Button busy={position === 'asking'} onClick={() => void takeHere()}>
          {t('map.useHere')}
        </Button>
        <Button icon="undo" disabledReason={isUnchanged ? t('map.undo.none') : null} onClick={undo}>
          {t('map.undo')}
        </Button>
        <Button
          icon="trash"
          disabledReason={sameDraft(draft, noPlace) ? t('map.remove.none') : null}
          onClick={() => change(noPlace)}
        >
          {t('map.remove')}
        </Button>
      </div>
    </FormDialog>
  )
}
