import type { ComponentType } from 'react'
import type { Permission } from '../domain/permissions.ts'
import { completeTexts } from './i18n/catalogs.ts'
import type { MessageKey, TextPart } from './i18n/text-files.ts'
import { type Later, loadLater } from './load-later.tsx'
import { noteDrawn } from './state/first-page.ts'

interface ScreenProps {
  params: Record<string, string | undefined>
}
type Screen = ComponentType<ScreenProps>

export interface Route {
  path: string
  title: MessageKey
  /** Path of the list above it, where its own path does not begin with that. */
  list?: string
  /** Only the first is checked here (spec §2 "Routing rules"); the edge checks every call on its own. */
  needs: readonly Permission[]
  screen: Later<ScreenProps>
}

/** Load a screen that is fetched when it is first opened, together with the texts that only it and its like say. */
export function loadScreen(load: () => Promise<Screen>, ...texts: TextPart[]): Later<ScreenProps> {
  return loadLater(
    async () => {
      const [loaded] = await Promise.all([load(), ...texts.map(completeTexts)])
      return loaded
    },
    { onDrawn: noteDrawn },
  )
}
