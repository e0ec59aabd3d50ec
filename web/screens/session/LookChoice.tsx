import { useState } from 'react'
import { chooseLanguage, language, t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import { Segments } from '../../parts/form/Segments.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import {
  chooseDensity,
  chooseTheme,
  densities,
  readDensity,
  readTheme,
  type Theme,
  themes,
} from '../../styles/look.ts'

const doNow = (change: () => void) => change()

/** Choose language, theme and density of this browser, with immediate effect. */
export function LookChoice({
  before = doNow,
}: {
  /** Called with the change of language, which draws all again: what is typed is lost. */
  before?: (change: () => void) => void
}) {
  const [theme, setTheme] = useState(readTheme)
  const [density, setDensity] = useState(readDensity)
  const [failed, setFailed] = useState(false)
  return (
    <>
      <SelectField
        label={t('top.language')}
        value={language.value}
        choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
        error={failed ? t('top.languageFailed') : null}
        onChange={(value) =>
          before(
            () => void chooseLanguage(value as Language).then((isShown) => setFailed(!isShown)),
          )
        }
      />
      <SelectField
        label={t('top.theme')}
        value={theme}
        choices={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => {
          setTheme(value as Theme)
          chooseTheme(value as Theme)
        }}
      />
      <Segments
        label={t('top.density')}
        showLabel
        value={density}
        choices={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
        onChange={(value) => {
          setDensity(value)
          chooseDensity(value)
        }}
      />
    </>
  )
}
