import type { FirstTexts } from '../../part-texts.ts'
import type en from './en.json'

export const first: FirstTexts<typeof en> = {
  ar: () => import('./ar.json'),
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  ru: () => import('./ru.json'),
  zh: () => import('./zh.json'),
}
