import { useMemo, useState } from 'react'
import { applicationCalls } from '../../../../domain/calls/applications.ts'
import { type Application, application } from '../../../../domain/entities/application.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import {
  makeApplicationColumns,
  makeApplicationFacets,
} from '../../../entities/application/application-columns.tsx'
import { applicationPanel } from '../../../entities/application/application-panel.tsx'
import { makeMethodActs, methodRevert } from '../../../entities/method/method-acts.ts'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { ApplicationForm } from './ApplicationForm.tsx'

const applicationRows = localRows(application)
const swarmRows = localRows(swarmEntity)
const revert = methodRevert('application', applicationCalls)

type Opened = { what: 'new' } | { what: 'edit' | 'move'; record: Application }

/** Show `/applications`: what the company tests for, with sample types and variables. */
export function ApplicationsScreen() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useRows(applicationRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const columns = useMemo(() => makeApplicationColumns(swarms), [swarms])
  const facets = useMemo(() => makeApplicationFacets(swarms), [swarms])
  const why = whyNotCall(applicationCalls.create)
  const create = () => setOpened({ what: 'new' })
  const close = () => setOpened(null)
  return (
    <RecordPage
      name="application"
      file="applications"
      title={t('nav.applications')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('methods.application.new'),
        icon: 'plus',
        disabledReason: why,
        onPress: create,
      }}
      empty={{
        area: 'applications',
        title: t('methods.application.emptyTitle'),
        text: t('methods.application.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('methods.application.new')}
          </Button>
        ),
      }}
      revert={revert}
      panel={(record) => applicationPanel(record, swarms)}
      actsOf={(record) =>
        makeMethodActs('application', applicationCalls, record, {
          onEdit: () => setOpened({ what: 'edit', record }),
          onMigrate: () => setOpened({ what: 'move', record }),
        })
      }
    >
      {opened?.what === 'new' && <ApplicationForm record={null} swarms={swarms} onClose={close} />}
      {opened?.what === 'edit' && (
        <ApplicationForm record={opened.record} swarms={swarms} onClose={close} />
      )}
      {opened?.what === 'move' && (
        <MigrateForm
          row={applicationCalls.migrate}
          record={opened.record}
          swarms={swarms}
          onClose={close}
        />
      )}
    </RecordPage>
  )
}

const none: never[] = []
