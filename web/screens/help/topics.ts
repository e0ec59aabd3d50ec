import type { MessageKey } from '../../i18n/text-files.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'

/** One page of the help: a tutorial of a main job, step by step, or something good to know. */
export interface Topic {
  id: string
  kind: 'tutorial' | 'reference'
  title: MessageKey
  /** Sentences, in the order they are done in. */
  steps: readonly MessageKey[]
  /** The page where it is done. */
  page?: string
}

export const topics: readonly Topic[] = [
  {
    id: 'launch',
    kind: 'tutorial',
    title: 'help.launch.title',
    steps: ['help.launch.1', 'help.launch.2', 'help.launch.3', 'help.launch.4'],
    page: paths.newAnalysis(),
  },
  {
    id: 'read',
    kind: 'tutorial',
    title: 'help.read.title',
    steps: ['help.read.1', 'help.read.2', 'help.read.3'],
    page: paths.analyses(),
  },
  {
    id: 'sign',
    kind: 'tutorial',
    title: 'help.sign.title',
    steps: ['help.sign.1', 'help.sign.2', 'help.sign.3'],
    page: paths.reviewer(),
  },
  {
    id: 'import',
    kind: 'tutorial',
    title: 'help.import.title',
    steps: ['help.import.1', 'help.import.2', 'help.import.3'],
    page: paths.newAnalysis(),
  },
  {
    id: 'offline',
    kind: 'tutorial',
    title: 'help.offline.title',
    steps: ['help.offline.1', 'help.offline.2', 'help.offline.3'],
    page: paths.offline(),
  },
  {
    id: 'methods',
    kind: 'tutorial',
    title: 'help.methods.title',
    steps: ['help.methods.1', 'help.methods.2', 'help.methods.3'],
    page: paths.recipes(),
  },
  {
    id: 'publication',
    kind: 'tutorial',
    title: 'help.publication.title',
    steps: ['help.publication.1', 'help.publication.2', 'help.publication.3'],
    page: paths.recipes(),
  },
  {
    id: 'evaluation',
    kind: 'tutorial',
    title: 'help.evaluation.title',
    steps: ['help.evaluation.1', 'help.evaluation.2', 'help.evaluation.3'],
    page: paths.evaluationRecipes(),
  },
  {
    id: 'versions',
    kind: 'tutorial',
    title: 'help.versions.title',
    steps: ['help.versions.1', 'help.versions.2', 'help.versions.3'],
    page: paths.recipes(),
  },
  {
    id: 'kits',
    kind: 'tutorial',
    title: 'help.kits.title',
    steps: ['help.kits.1', 'help.kits.2', 'help.kits.3'],
    page: paths.kits(),
  },
  {
    id: 'lots',
    kind: 'tutorial',
    title: 'help.lots.title',
    steps: ['help.lots.1', 'help.lots.2', 'help.lots.3', 'help.lots.4'],
    page: paths.kits(),
  },
  {
    id: 'companies',
    kind: 'tutorial',
    title: 'help.companies.title',
    steps: ['help.companies.1', 'help.companies.2', 'help.companies.3'],
    page: paths.ownCompany(),
  },
  {
    id: 'recall',
    kind: 'tutorial',
    title: 'help.recall.title',
    steps: ['help.recall.1', 'help.recall.2', 'help.recall.3', 'help.recall.4'],
    page: paths.recalls(),
  },
  {
    id: 'messages',
    kind: 'tutorial',
    title: 'help.messages.title',
    steps: ['help.messages.1', 'help.messages.2', 'help.messages.3'],
    page: paths.notifications(),
  },
  {
    id: 'labels',
    kind: 'tutorial',
    title: 'help.labels.title',
    steps: ['help.labels.1', 'help.labels.2', 'help.labels.3'],
    page: paths.lots(),
  },
  {
    id: 'rights',
    kind: 'tutorial',
    title: 'help.rights.title',
    steps: ['help.rights.1', 'help.rights.2', 'help.rights.3'],
    page: paths.permissions(),
  },
  {
    id: 'attributes',
    kind: 'tutorial',
    title: 'help.attributes.title',
    steps: ['help.attributes.1', 'help.attributes.2', 'help.attributes.3'],
    page: paths.contextAttributes(),
  },
  {
    id: 'trail',
    kind: 'tutorial',
    title: 'help.trail.title',
    steps: ['help.trail.1', 'help.trail.2', 'help.trail.3'],
    page: paths.audit(),
  },
  {
    id: 'calls',
    kind: 'reference',
    title: 'help.calls.title',
    steps: [
      'help.calls.detected',
      'help.calls.not_detected',
      'help.calls.review',
      'help.calls.invalid',
    ],
  },
  {
    id: 'keys',
    kind: 'reference',
    title: 'help.keys.title',
    steps: [
      'help.keys.jump',
      'help.keys.move',
      'help.keys.pages',
      'help.keys.extend',
      'help.keys.open',
      'help.keys.undo',
      'help.keys.close',
    ],
  },
  { id: 'access', kind: 'reference', title: 'help.access.title', steps: ['help.access.1'] },
]

/** Find topics with every typed word, in the language on screen; matches in a title first. */
export function findTopics(wanted: string): readonly Topic[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  const found = topics.filter(({ title, steps }) => {
    const text = fold([title, ...steps].map((key) => t(key)).join(' '))
    return words.every((word) => text.includes(word))
  })
  const inTitle = ({ title }: Topic) => words.every((word) => fold(t(title)).includes(word))
  return [...found.filter(inTitle), ...found.filter((topic) => !inTitle(topic))]
}

/** Fold case and accents, which people omit in a hurry. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
