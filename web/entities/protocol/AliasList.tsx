import { useState } from 'react'
import { protocolCalls } from '../../../domain/calls/protocols.ts'
import type { Protocol } from '../../../domain/entities/protocol.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { wordOf } from '../../../domain/rules/evaluation-problems.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'
import { whyNot } from '../method/why-not.ts'
import styles from './AliasList.module.css'

/** List the names that swarms know a protocol by; add one and remove one. A name that is taken is shown while it is typed. */
export function AliasList(props: {
  protocol: Protocol
  all: readonly Protocol[]
  swarms: readonly Swarm[]
}) {
  const { protocol, swarms } = props
  const { others, send } = useSending([])
  const why = whyNot('protocol', 'edit', protocol)
  const nameOf = (uuid: string) => swarms.find((one) => one.uuid === uuid)?.name ?? '–'
  const remove = (id: string) =>
    send(true, async (opId) => {
      await call(protocolCalls.deleteAlias, { params: { id }, body: {} }, { opId })
      resyncRecords()
    })
  return (
    <section>
      <h3>{t('methods.aliases')}</h3>
      {protocol.aliases.length === 0 && <p>{t('methods.noAliases')}</p>}
      <ul className={styles.list}>
        {protocol.aliases.map((one) => (
          <li key={one.uuid} className={styles.row}>
            <span>
              <bdi dir="ltr">{one.alias}</bdi> · <bdi>{nameOf(one.swarm_uuid)}</bdi>
            </span>
            <Button
              icon="trash"
              kind="plain"
              iconOnly
              disabledReason={why}
              onClick={() => void remove(one.uuid)}
            >
              {t('methods.removeAlias', { alias: one.alias })}
            </Button>
          </li>
        ))}
      </ul>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      {why === null && <AliasForm {...props} />}
    </section>
  )
}

function AliasForm({ protocol, all, swarms }: Parameters<typeof AliasList>[0]) {
  const [alias, setAlias] = useState('')
  const [swarm, setSwarm] = useState('')
  const { refused, others, busy, tried, send, forget } = useSending(['alias', 'swarm_uuid'])
  const taken = findTaken(all, swarm, alias)
  const add = () =>
    send(alias !== '' && swarm !== '' && !taken, async (opId) => {
      const body = { protocol_uuid: protocol.uuid, swarm_uuid: swarm, alias }
      await call(protocolCalls.createAlias, { body }, { opId })
      setAlias('')
      resyncRecords()
    })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field
        label={t('methods.alias')}
        maxLength={63}
        autoComplete="off"
        value={alias}
        error={
          refused['alias'] ?? (taken ? t('methods.aliasTaken', { protocol: taken.name }) : null)
        }
        onChange={(next) => {
          forget('alias')
          setAlias(next)
        }}
      />
      <SelectField
        label={t('methods.swarm')}
        value={swarm}
        placeholder={t('methods.chooseSwarm')}
        error={refused['swarm_uuid'] ?? (tried && swarm === '' ? t('methods.chooseSwarm') : null)}
        choices={listSwarms(protocol, swarms)}
        onChange={setSwarm}
      />
      <Button type="submit" icon="plus" busy={busy}>
        {t('methods.addAlias')}
      </Button>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </form>
  )
}

/** Find the protocol that a swarm knows by this name already (VAL-025). */
function findTaken(all: readonly Protocol[], swarm: string, alias: string): Protocol | undefined {
  if (alias === '' || swarm === '') return undefined
  return all.find(({ aliases }) =>
    aliases.some((one) => one.swarm_uuid === swarm && wordOf(one.alias) === wordOf(alias)),
  )
}

/** Offer the swarms that the account is in and that see the protocol. */
function listSwarms({ swarm_uuid: only }: Protocol, swarms: readonly Swarm[]) {
  const own = account.value?.swarms ?? []
  return swarms
    .filter(({ uuid, archived }) => archived !== 1 && own.includes(uuid))
    .filter(({ uuid }) => only === null || uuid === only)
    .map(({ uuid, name }) => ({ value: uuid, label: name }))
}
