import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { protocolCalls } from '../../../../domain/calls/protocols.ts'
import { application } from '../../../../domain/entities/application.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { type Protocol, protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { recipe } from '../../../../domain/entities/recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { call } from '../../../client/call.ts'
import { makeMethodActs, methodRevert } from '../../../entities/method/method-acts.ts'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import {
  makeProtocolColumns,
  makeProtocolFacets,
  type ProtocolNames,
} from '../../../entities/protocol/protocol-columns.tsx'
import { protocolPanel } from '../../../entities/protocol/protocol-panel.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useRecords } from '../../../state/use-records.ts'
import { ProtocolForm } from './ProtocolForm.tsx'

const protocolRows = localRows(protocolEntity)
const revert = methodRevert('protocol', protocolCalls)

/** The address `/protocols`: what an operator picks for a run, with the names that swarms know it by. */
export const ProtocolsScreen = () => <Protocols form={null} />

/** The address `/protocol-new`: the list with the form of a new protocol. */
export const NewProtocolScreen = () => <Protocols form="new" />

/** The address `/protocol-edit/{uuid}`: the list with the form of this one. */
export function EditProtocolScreen({ params }: { params: Record<string, string | undefined> }) {
  return <Protocols form={params['uuid'] ?? ''} />
}

/** @param props.form null, `new`, or the protocol that is changed. */
function Protocols({ form }: { form: string | null }) {
  const [, go] = useLocation()
  const [moved, setMoved] = useState<Protocol | null>(null)
  const list = useRows(protocolRows)
  const swarms = useRecords(swarmEntity) ?? none
  const names = useNames()
  const columns = useMemo(() => makeProtocolColumns(names), [names])
  const facets = useMemo(() => makeProtocolFacets(), [])
  const why = whyNotCall(protocolCalls.create)
  const edited = list.rows?.find(({ uuid }) => uuid === form)
  const isGone = form !== null && form !== 'new' && list.isWhole && !edited
  const close = () => go(paths.protocols())
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
      notices={isGone && <Notice kind="warning">{t('methods.protocol.gone')}</Notice>}
      empty={{
        icon: 'run',
        title: t('methods.protocol.emptyTitle'),
        text: t('methods.protocol.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('methods.protocol.new')}
          </Button>
        ),
      }}
      revert={revert}
      panel={(protocol) => protocolPanel(protocol, list.rows ?? none, swarms, names)}
      actsOf={(protocol) =>
        makeMethodActs('protocol', protocolCalls, protocol, {
          onEdit: () => go(paths.protocol(protocol.uuid)),
          onMigrate: () => setMoved(protocol),
        })
      }
    >
      {form === 'new' && <NewForm onClose={close} />}
      {edited && (
        <EditForm key={`${edited.uuid} ${edited.updated_at}`} protocol={edited} onClose={close} />
      )}
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

function useNames(): ProtocolNames {
  const recipes = useRecords(recipe)
  const published = useRecords(globalRecipe)
  const applications = useRecords(application)
  const swarms = useRecords(swarmEntity)
  return useMemo(() => {
    const nameAll = (records: readonly { uuid: string; name: string }[] = none) =>
      records.map(({ uuid, name }) => [uuid, name] as const)
    return {
      recipes: new Map([...nameAll(recipes), ...nameAll(published)]),
      applications: new Map(nameAll(applications)),
      swarms: new Map(nameAll(swarms)),
    }
  }, [recipes, published, applications, swarms])
}

/** Content of a new protocol: no layout, and no rule for samples. */
const bare = { swarm_uuid: null, layout: [], minimum_samples: [] }

function NewForm({ onClose }: { onClose: () => void }) {
  return (
    <ProtocolForm
      title={t('methods.protocol.new')}
      protocol={null}
      send={async (values, opId) => {
        done(await call(protocolCalls.create, { body: { ...values, ...bare } }, { opId }))
      }}
      onClose={onClose}
    />
  )
}

function EditForm({ protocol, onClose }: { protocol: Protocol; onClose: () => void }) {
  return (
    <ProtocolForm
      title={t('methods.recipe.edit', { name: protocol.name })}
      protocol={protocol}
      send={async (changes, opId) => {
        const body = { ...changes, base: protocol.updated_at }
        done(await call(protocolCalls.edit, { params: { id: protocol.uuid }, body }, { opId }))
      }}
      onClose={onClose}
    />
  )
}

function done({ name }: { name: string }): void {
  resyncRecords()
  showToast('done', t('methods.done.saved', { name }))
}
