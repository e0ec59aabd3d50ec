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

/** Choose language, theme and density of this browser, with immediate effect. */
export function LookChoice() {
  const [theme, setTheme] = useState(readTheme)
  const [density, setDensity] = useState(readDensity)
  return (
    <>
      <SelectField
        label={t('top.language')}
        value={language.value}
        choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
        onChange={(value) => void changeLanguage(value as Language)}
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

async function changeLanguage(code: Language): Promise<void> {
  if (await chooseLanguage(code)) return
  // Behind the sign-in it is there; before it, no page shows messages.
  const { showToast } = await import('../../state/toasts.ts')
  showToast('error', t('top.languageFailed'))
}
