import type { PartTexts } from '../../part-texts.ts'
import type en from './en.json'

export const studies: PartTexts<typeof en> = {
  ar: () => import('./ar.json'),
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  ru: () => import('./ru.json'),
  zh: () => import('./zh.json'),
}
