import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { Member } from '../../entities/swarm/swarm-columns.tsx'
import { writeSwarms } from '../../entities/swarm/write-swarms.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './SwarmsScreen.module.css'

/** Show which person reaches which device, by the swarms that both are in, and who or what is in none. */
export function ReachDialog(props: {
  swarms: readonly Swarm[]
  people: readonly Member[]
  devices: readonly Member[]
  onClose: () => void
}) {
  const { swarms, people, devices, onClose } = props
  const alone = [...people, ...devices].filter((one) => one.swarms.length === 0)
  return (
    <Dialog
      open
      title={t('swarms.reach')}
      size="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      {alone.length > 0 && (
        <Notice kind="warning">
          {t('swarms.alone', { names: alone.map(({ name }) => name).join(', ') })}
        </Notice>
      )}
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('swarms.reach')}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{t('swarms.people')}</th>
              {devices.map(({ uuid, name }) => (
                <th key={uuid} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.uuid}>
                <th scope="row">{person.name}</th>
                {devices.map((device) => {
                  const shared = person.swarms.filter((one) => device.swarms.includes(one))
                  return <td key={device.uuid}>{writeSwarms(shared, swarms) || '–'}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
