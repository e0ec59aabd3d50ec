import type { Permission } from '../../../domain/permissions.ts'
import type { MessageKey } from '../../i18n/text-files.ts'
import { paths } from '../../paths.ts'

/** One step of a tour: the page it is on, the element that it points at, and what it says. */
export interface TourStep {
  page: string
  /** Selector of the element. */
  anchor: string
  text: MessageKey
}

export interface Tour {
  id: string
  title: MessageKey
  needs: Permission
  steps: readonly TourStep[]
}

const inMenu = (path: string) => `nav a[href="${path}"]`

/** Guided tours of the main jobs. */
export const tours: readonly Tour[] = [
  {
    id: 'launch',
    title: 'tour.launch',
    needs: 'analysis.create',
    steps: [
      { page: paths.home(), anchor: inMenu(paths.newAnalysis()), text: 'tour.launch.1' },
      { page: paths.newAnalysis(), anchor: '#page select', text: 'tour.launch.2' },
      { page: paths.newAnalysis(), anchor: '#page [role=radiogroup]', text: 'tour.launch.3' },
      { page: paths.newAnalysis(), anchor: '#page aside', text: 'tour.launch.4' },
    ],
  },
  {
    id: 'sign',
    title: 'tour.sign',
    needs: 'certificates.search',
    steps: [
      { page: paths.home(), anchor: inMenu(paths.reviewer()), text: 'tour.sign.1' },
      { page: paths.reviewer(), anchor: '#page [role=tablist]', text: 'tour.sign.2' },
      { page: paths.reviewer(), anchor: '#page [role=tabpanel]', text: 'tour.sign.3' },
    ],
  },
  {
    id: 'import',
    title: 'tour.import',
    needs: 'analysis.create',
    steps: [
      { page: paths.analyses(), anchor: '#page [data-tour=import]', text: 'tour.import.1' },
      { page: paths.analyses(), anchor: '#page h1', text: 'tour.import.2' },
      { page: paths.analyses(), anchor: '#page [role=grid]', text: 'tour.import.3' },
    ],
  },
]
