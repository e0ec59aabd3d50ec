import * as v from 'valibot'
import { analysisActions } from '../actions/analysis.ts'
import { get, post } from '../call.ts'
import { Analysis } from '../entities/analysis.ts'
import { Uuid } from '../fields.ts'
import { AddedComments } from '../sync/field-change.ts'
import { Merged } from './analysis-shapes.ts'
import { byId, Reason } from './shapes.ts'

/** Rows of the comments on the wells of an analysis (decision 83). */
export const commentRows = {
  /**
   * Comments on wells, also written without network: they are added to those of others. Author and time are written by the
   * service; the people they mention get a message (decision 83).
   * @errors `invalid` `not_mentionable` for people who do not see the run, the same for unknown ones; `value_not_possible`
   * for a well or a target that the run does not have.
   */
  comment: post('/analysis/comment/:id', {
    needs: analysisActions.comment.needs,
    params: byId,
    body: v.strictObject({ comments: AddedComments }),
    data: Merged,
    offline: 'queue',
  }),
  /** Removes a comment: its author, or who reviews the run. Its place, author and reason stay; its text is in the audit trail. */
  removeComment: post('/analysis/remove_comment/:id', {
    needs: analysisActions.removeComment.needs,
    params: byId,
    body: v.strictObject({ comment_uuid: Uuid, reason: Reason }),
    data: Analysis,
  }),
  /** People whom a comment may mention: those of the company who see the run, without the person who asks. */
  mentionable: get('/analysis/mentionable/:id', {
    reach: 'own',
    needs: analysisActions.comment.needs,
    params: byId,
    data: v.array(v.strictObject({ uuid: Uuid, name: v.string() })),
    silent: true,
    offline: 'cached',
  }),
}
