import type { Company } from '../../domain/entities/company.ts'
import type { Visit, VisitRequest } from '../../domain/entities/visit.ts'
import type { AccountContext } from '../context.ts'

/**
 * Return the record of a company as the person who asks may know it. From outside, without a visit, that is without the visits and requests
 * of other companies, whose reasons say what goes on in the laboratory, and without the grounds of a legal hold where the company grants
 * visits (decision 80). Inside, and at home, it is whole.
 */
export function outsideView({ account, company, by }: AccountContext, record: Company): Company {
  const isOpen = record.visits_granted !== 'Y' || by.right.visit !== undefined
  const isInside = record.uuid === company && isOpen
  if (record.uuid === account.company_uuid || isInside) return record
  const { visits, visit_requests: requests, legal_hold: held, ...rest } = record
  const isOwn = ({ from }: Visit | VisitRequest) => from.uuid === account.company_uuid
  return {
    ...rest,
    ...(visits && { visits: visits.filter(isOwn) }),
    ...(requests && { visit_requests: requests.filter(isOwn) }),
    ...(held && { legal_hold: record.visits_granted === 'Y' ? { ...held, reason: '' } : held }),
  }
}
