import type { Fault } from '../../domain/fault.ts'

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A failure as SCIM tells it (RFC 7644 section 3.12). */
export class ScimFault extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimFault'
    this.status = status
    this.scimType = scimType
  }
}

/** Return a failure of the service in the words of SCIM. */
export function asScimFault(error: Fault): ScimFault {
  const { code, message, field, reason } = error.first
  const detail = field ? `${field}: ${message}` : message
  // Answer 409, which RFC 7644 section 3.3 asks for where another resource prevents this one, seen or not.
  if (reason === 'name_unusable') return new ScimFault(409, detail, 'uniqueness')
  switch (code) {
    case 'taken':
      return new ScimFault(409, detail, 'uniqueness')
    case 'stale':
      return new ScimFault(412, detail)
    case 'invalid':
    case 'reason_needed':
      return new ScimFault(400, detail, 'invalidValue')
    // Answer 403 where the state of the company forbids it, such as losing its last administrator.
    case 'refused':
      return new ScimFault(403, detail)
    default:
      return new ScimFault(error.status || 500, detail)
  }
}
