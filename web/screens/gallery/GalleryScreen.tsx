import { lazy, type ReactNode, Suspense, useState } from 'react'
import { completeTexts } from '../../i18n/catalogs.ts'
import { chooseLanguage, language, t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import { Segments } from '../../parts/form/Segments.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Page } from '../../parts/page/Page.tsx'
import {
  chooseDensity,
  chooseTheme,
  densities,
  readDensity,
  readTheme,
  themes,
} from '../../styles/look.ts'
import { ChartSamples } from './ChartSamples.tsx'
import { FormSamples } from './FormSamples.tsx'
import styles from './Gallery.module.css'
import { OverlaySamples } from './OverlaySamples.tsx'
import { PlateSamples } from './PlateSamples.tsx'
import { TableSamples } from './TableSamples.tsx'
import { WordSamples } from './WordSamples.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { ScanDialog } from '../../parts/scan/ScanDialog.tsx'

/** With the library that it draws with. */
const MapSamples = lazy(async () => {
  const [samples] = await Promise.all([import('./MapSamples.tsx'), completeTexts('map')])
  return { default: samples.MapSamples }
})

/** Show every part in its states, for each theme, density and language. */
export function GalleryScreen() {
  return (
    <Page title={t('gallery.title')} state={<LookChoice />}>
      <Sample title="Buttons, badges, notices">
        <WordSamples />
      </Sample>
      <Sample title="Fields">
        <FormSamples />
      </Sample>
      <Sample title="Dialog, menu, tabs, toasts, panel">
        <OverlaySamples />
      </Sample>
      <Sample title="Plate">
        <PlateSamples />
      </Sample>
      <Sample title="Camera">
        <ScanSamples />
      </Sample>
      <Sample title="Charts">
        <ChartSamples />
      </Sample>
      <Sample title="Table">
        <TableSamples />
      </Sample>
      <Sample title="Map">
        <Suspense>
          <MapSamples />
        </Suspense>
      </Sample>
    </Page>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.sample} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function LookChoice() {
  const [theme, setTheme] = useState(readTheme)
  const [density, setDensity] = useState(readDensity)
  return (
    <div className={styles.line}>
      <Segments
        label={t('gallery.theme')}
        value={theme}
        choices={themes.map((value) => ({ value, label: value }))}
        onChange={(value) => {
          setTheme(value)
          chooseTheme(value)
        }}
      />
      <Segments
        label={t('gallery.density')}
        value={density}
        choices={densities.map((value) => ({ value, label: value }))}
        onChange={(value) => {
          setDensity(value)
          chooseDensity(value)
        }}
      />
      <SelectField
        label={t('gallery.language')}
        hideLabel
        value={language.value}
        choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
        onChange={(value) => void chooseLanguage(value as Language)}
      />
    </div>
  )
}

/** Show the camera with an accepted code, and a refused one. */
function ScanSamples() {
  const [open, setOpen] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  return (
    <div className={styles.line}>
      <Button onClick={() => setOpen(true)}>Scan a code</Button>
      {open && (
        <ScanDialog
          title="Scan a code"
          hint="Hold any code in the frame"
          taken={taken}
          onText={(text) => {
            if (text.startsWith('http')) return 'Links are not taken here.'
            setTaken(text)
            return null
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
