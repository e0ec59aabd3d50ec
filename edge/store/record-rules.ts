import type { Kind } from '../../domain/registry.ts'
import type { RecordRules, RulesByKind } from './record-rule.ts'
import { apiKeyRules } from './rules/api-key.ts'
import { foundingRules } from './rules/founding.ts'
import { organisationRules } from './rules/organisation.ts'
import { materialRules } from './rules/material.ts'
import { methodRules } from './rules/methods.ts'
import { studyRules } from './rules/study.ts'
import { reportRules } from './rules/report.ts'
import { emailRules, notificationRules } from './rules/outgoing.ts'

/** Rules by kind; those of each area have a file of their own in store/rules. */
const rules: RulesByKind = {
  ...materialRules,
  ...organisationRules,
  ...methodRules,
  api_key: apiKeyRules,
  email: emailRules,
  founding: foundingRules,
  notification: notificationRules,
  report: reportRules,
  study: studyRules,
}

export function rulesOf(kind: Kind): RecordRules {
  return rules[kind] ?? {}
}
