import type * as document from '../../../domain/sync/document.ts'
import type * as mergeField from '../../../domain/sync/merge-field.ts'
import type * as project from '../../../domain/sync/project.ts'
import type * as call from '../../../web/client/call.ts'
import type * as joinPending from '../../../web/local/join-pending.ts'
import type * as outbox from '../../../web/local/outbox.ts'
import type * as readOld from '../../../web/local/read-old.ts'
import type * as storedDocument from '../../../web/local/stored-document.ts'
import type * as streams from '../../../web/sync/streams.ts'
import type * as withoutBase from '../../../web/sync/without-base.ts'

/** Functions of a page for its own documents. */
export type LocalCode = Pick<typeof document, 'putRecord' | 'addPending' | 'newDocument'> &
  Pick<typeof mergeField, 'mergeRules'> &
  Pick<typeof project, 'project'> &
  Pick<typeof call, 'keepSessionWith'> &
  Pick<typeof joinPending, 'joinPending'> &
  Pick<typeof outbox, 'Outbox'> &
  Pick<typeof readOld, 'readOld' | 'fixPending'> &
  Pick<typeof storedDocument, 'packDocument'> &
  Pick<typeof streams, 'streamsOf'> &
  Pick<typeof withoutBase, 'withoutBase'> & {
    /** Documents of another shape are in a database of their own. */
    shape: number
  }
