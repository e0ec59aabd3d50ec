import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { study as studyEntity } from '../../../domain/entities/study.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localRows, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'
import { makeArchiveAct, makeCopyAct } from './study-acts.ts'
import { makeStudyColumns, makeStudyFacets, StudyBadge } from './study-look.tsx'

const studyRows = localRows(studyEntity)

/** List the studies: several signed runs evaluated together. */
export function StudiesScreen() {
  const [, navigate] = useLocation()
  const list = useRows(studyRows)
  const columns = useMemo(() => makeStudyColumns(), [])
  const facets = useMemo(() => makeStudyFacets(), [])
  return (
    <RecordPage
      name="study"
      file="studies"
      title={t('studies.title')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-updated_at"
      nameOf={({ name }) => name}
      primary={{
        label: t('studies.new'),
        icon: 'plus',
        disabledReason: whyNotCall(studyCalls.create),
        onPress: () => navigate(paths.newStudy()),
      }}
      empty={{ area: 'studies', title: t('studies.empty.title'), text: t('studies.empty.text') }}
      panel={(study) => ({
        state: <StudyBadge study={study} />,
        facts: [
          [t('studies.column.runs'), study.runs.map(({ name }) => name).join(', ')],
          [t('studies.column.method'), t(`studies.method.${study.method}`)],
          [t('studies.version'), String(study.version)],
          [t('studies.column.by'), study.user_name],
          [t('studies.column.changed'), localTime(study.updated_at)],
        ],
        history: { kind: 'study', id: study.uuid, updatedAt: study.updated_at, fields: {} },
      })}
      actsOf={(study) => [
        {
          id: 'open',
          label: t('studies.open'),
          icon: 'curve',
          why: null,
          open: () => navigate(paths.study(study.uuid)),
        },
        makeCopyAct(study, (uuid) => navigate(paths.study(uuid))),
        makeArchiveAct(study),
      ]}
    />
  )
}
