import { studyState } from '../../../domain/actions/study.ts'
import type { Study } from '../../../domain/entities/study.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'

const looks = {
  active: { shape: 'ring', tone: 'neutral' },
  signed: { shape: 'disc', tone: 'info' },
  archived: { shape: 'half', tone: 'neutral' },
} as const

/** State of a study: a shape and a word. */
export function StudyBadge({ study }: { study: Pick<Study, 'status' | 'signature'> }) {
  const state = studyState(study)
  return <Badge {...looks[state]}>{t(`studies.state.${state}`)}</Badge>
}

export function makeStudyColumns(): Column<Study>[] {
  return [
    {
      id: 'name',
      header: t('studies.column.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 240,
    },
    {
      id: 'state',
      header: t('studies.column.state'),
      value: (study) => t(`studies.state.${studyState(study)}`),
      cell: (study) => <StudyBadge study={study} />,
      width: 130,
    },
    {
      id: 'runs',
      header: t('studies.column.runs'),
      kind: 'number',
      value: ({ runs }) => runs.length,
      width: 90,
    },
    {
      id: 'method',
      header: t('studies.column.method'),
      value: ({ method }) => t(`studies.method.${method}`),
      width: 110,
    },
    { id: 'user_name', header: t('studies.column.by'), value: (row) => row.user_name, width: 160 },
    {
      id: 'updated_at',
      header: t('studies.column.changed'),
      kind: 'date',
      value: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => localTime(updated_at),
      text: ({ updated_at }) => localTime(updated_at) ?? updated_at,
      width: 170,
    },
  ]
}

export function makeStudyFacets(): Facet<Study>[] {
  return [
    {
      id: 'state',
      label: t('studies.column.state'),
      valueOf: studyState,
      choices: (['active', 'signed', 'archived'] as const).map((value) => ({
        value,
        label: t(`studies.state.${value}`),
      })),
    },
  ]
}
