import { useEffect, useRef } from 'react'
import type { ShellLine } from '../../../../domain/lan/shell-line.ts'
import { user as userEntity } from '../../../../domain/entities/user.ts'
import { t } from '../../../i18n/intl.ts'
import { account } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import styles from './Console.module.css'

/**
 * Show the lines of the shell and their output, with the person who typed each. A log in the words of ARIA: a screen
 * reader reads what is new; the keyboard scrolls it.
 */
export function ConsoleLog({ lines, hostname }: { lines: readonly ShellLine[]; hostname: string }) {
  const box = useRef<HTMLDivElement>(null)
  const users = useRecords(userEntity) ?? []
  const nameOf = (uuid: string) =>
    users.find((one) => one.uuid === uuid)?.name ??
    (account.value?.uuid === uuid ? account.value.name : uuid)
  const newest = lines.at(-1)?.number
  useEffect(() => {
    const { current } = box
    if (current) current.scrollTop = current.scrollHeight
  }, [newest])
  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      aria-label={t('console.output')}
      tabIndex={0}
      dir="ltr"
    >
      {lines.length === 0 && <p>{t('console.empty')}</p>}
      {lines.map(({ number, user_uuid, line, output }) => (
        <div key={number}>
          <p className={styles.typed}>
            <span className={styles.prompt}>
              {nameOf(user_uuid)}@{hostname}:
            </span>{' '}
            {line}
          </p>
          {output !== '' && <pre className={styles.output}>{output}</pre>}
        </div>
      ))}
    </div>
  )
}
