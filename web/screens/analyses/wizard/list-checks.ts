import { isName } from '../../../../domain/rules/plain-text.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { Draft } from '../../../state/draft.ts'
import { type Check, type Checked, warningOf } from './check.ts'
import { checkDevice } from './check-device.ts'
import { checkRecalls } from './check-recalls.ts'
import { checkKit } from './kit/check-kit.ts'

/** List the checks before a launch, in the order of the page; the rules themselves are in the domain. */
export function listChecks(state: Checked): Check[] {
  const checks = [
    checkMethod(state),
    ...checkKit(state),
    ...checkRecalls(state),
    ...checkDevice(state),
    checkLayout(state),
    checkName(state.draft),
    ...checkSwarm(state.draft),
  ]
  const { accepted } = state.draft
  return checks.map((check) =>
    check.state === 'warned' && accepted.includes(warningOf(check))
      ? { ...check, state: 'accepted' }
      : check,
  )
}

function checkMethod({ draft, plan }: Checked): Check {
  const isChosen = plan.method !== null && draft.cartridge_type !== null
  const text = isChosen
    ? plan.methodName
    : t(draft.kit || draft.recipe_uuid ? 'wizard.check.method' : 'wizard.check.noKit')
  return { id: 'method', state: isChosen ? 'ok' : 'todo', text, mend: 'method' }
}

function checkLayout({ draft, problems }: Checked): Check {
  const layout = draft.layout.present
  const wells = layout.reduce((sum, { coordinates }) => sum + coordinates.length, 0)
  const [first] = problems
  const check = { id: 'layout', mend: 'layout' } as const
  if (first) {
    const said = faultText(first)
    const more = problems.length - 1
    const text = more > 0 ? t('wizard.check.more', { first: said, count: more }) : said
    return { ...check, state: 'open', text }
  }
  if (!draft.cartridge_type) return { ...check, state: 'todo', text: t('wizard.check.layout') }
  const text = t('wizard.check.samples', { samples: layout.length, wells })
  return { ...check, state: 'ok', text }
}

function checkName({ name }: Draft): Check {
  if (!isName(name))
    return { id: 'name', state: 'open', text: t('wizard.check.nameSign'), mend: 'facts' }
  const isNamed = name.trim() !== ''
  const text = isNamed ? name : t('wizard.check.name')
  return { id: 'name', state: isNamed ? 'ok' : 'todo', text, mend: 'facts' }
}

function checkSwarm({ swarm_uuid }: Draft): Check[] {
  if (swarm_uuid) return []
  return [{ id: 'swarm', state: 'todo', text: t('wizard.check.swarm'), mend: 'facts' }]
}
