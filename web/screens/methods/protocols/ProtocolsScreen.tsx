import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { protocolCalls } from '../../../../domain/calls/protocols.ts'
import { type Protocol, protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { makeMethodActs, methodRevert, planAct } from '../../../entities/method/method-acts.ts'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import {
  makeProtocolColumns,
  makeProtocolFacets,
} from '../../../entities/protocol/protocol-columns.tsx'
import { protocolPanel } from '../../../entities/protocol/protocol-panel.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { paths } from '../../../paths.ts'
import type { Act } from '../../../record/act.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useProtocolNames } from './use-protocol-names.ts'
import { withNext } from '../use-next-step.ts'

const protocolRows = localRows(protocolEntity)
const revert = methodRevert('protocol', protocolCalls)

/** Show `/protocols`: what an operator picks for a run, with the aliases of the swarms. */
export function ProtocolsScreen() {
  const [, go] = useLocation()
  const [moved, setMoved] = useState<Protocol | null>(null)
  const list = useRows(protocolRows)
  const swarms = useRecords(swarmEntity) ?? none
  const names = useProtocolNames()
  const columns = useMemo(() => makeProtocolColumns(names), [names])
  const facets = useMemo(() => makeProtocolFacets(swarms), [swarms])
  const why = whyNotCall(protocolCalls.create)
  const create = () => go(paths.newProtocol())
  return (
    <RecordPage
      name="protocol"
      file="protocols"
      title={t('nav.protocols')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('methods.protocol.new'),
        icon: 'plus',
        disabledReason: why,
        onPress: create,
      }}
      notices={!why && <Link href={paths.templates()}>{t('methods.templates.begin')}</Link>}
      empty={{
        area: 'protocols',
        title: t('methods.protocol.emptyTitle'),
        text: t('methods.protocol.emptyText'),
        action: (
          <>
            <Button icon="plus" disabledReason={why} onClick={create}>
              {t('methods.protocol.new')}
            </Button>
            {!why && <Link href={paths.templates()}>{t('methods.templates.title')}</Link>}
          </>
        ),
      }}
      revert={revert}
      panel={(protocol) => protocolPanel(protocol, list.rows ?? none, swarms, names)}
      actsOf={(protocol) =>
        withNext(
          makeMethodActs('protocol', protocolCalls, protocol, {
            onEdit: () => go(paths.protocol(protocol.uuid)),
            onMigrate: () => setMoved(protocol),
          }),
          plansOf(protocol, () => go(paths.planOf(protocol.uuid))),
        )
      }
    >
      {moved && (
        <MigrateForm
          row={protocolCalls.migrate}
          record={moved}
          swarms={swarms}
          onClose={() => setMoved(null)}
        />
      )}
    </RecordPage>
  )
}

const none: never[] = []

function plansOf(protocol: Protocol, open: () => void): Act[] {
  const plan = planAct(protocol, 'methods.hint.planProtocol', open)
  return plan ? [plan] : []
}
