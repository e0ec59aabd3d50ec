import { useCallback, useEffect, useState } from 'react'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { type LanObstacle, type LanReach, probeLan, type ProbeWorld } from './probe.ts'

/** Instructions for each obstacle, in the order in which they are tried. */
const steps = {
  denied: ['lan.help.denied.1', 'lan.help.denied.2'],
  ask_first: ['lan.help.askFirst.1'],
  mixed_content: ['lan.help.mixedContent.1', 'lan.help.mixedContent.2'],
  not_secure: ['lan.help.notSecure.1'],
  no_network: ['lan.help.noNetwork.1'],
  no_answer: ['lan.help.noAnswer.1', 'lan.help.noAnswer.2', 'lan.help.noAnswer.3'],
} as const

const titles = {
  denied: 'lan.help.denied',
  ask_first: 'lan.help.askFirst',
  mixed_content: 'lan.help.mixedContent',
  not_secure: 'lan.help.notSecure',
  no_network: 'lan.help.noNetwork',
  no_answer: 'lan.help.noAnswer',
} as const satisfies Record<LanObstacle, string>

/**
 * Say whether this page reaches devices in the local network, and if not, why as far as a page can know and what to do.
 * Draws nothing while all is well.
 */
export function LanHelp(props: { hostnames: readonly string[]; world?: ProbeWorld }) {
  const { hostnames, world } = props
  const [reach, setReach] = useState<LanReach | null>(null)
  const [checking, setChecking] = useState(true)
  // Compare the names: callers make a new list at each drawing.
  const names = hostnames.join(' ')
  const check = useCallback(async () => {
    setChecking(true)
    const asked = names === '' ? [] : names.split(' ')
    const [found] = await Promise.all([probeLan(asked, world), completeTexts('lan')])
    setReach(found)
    setChecking(false)
  }, [names, world])
  useEffect(() => {
    void check().catch(() => setChecking(false))
  }, [check])
  if (!reach?.obstacle) return null
  const { obstacle } = reach
  return (
    <Notice
      kind={obstacle === 'ask_first' ? 'info' : 'warning'}
      title={t(titles[obstacle])}
      action={
        <Button onClick={() => void check()} busy={checking}>
          {t('lan.help.again')}
        </Button>
      }
    >
      {steps[obstacle].length === 1 ? (
        t(steps[obstacle][0])
      ) : (
        <ul>
          {steps[obstacle].map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
