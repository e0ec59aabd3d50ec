import type { PaperName } from '../../domain/entities/report.ts'
import type { Language } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import { reportFontReader } from './report-fonts.ts'
import type { LoadedStudy } from './study/load-study.ts'

/** Print a study as a PDF, in the account's language unless another one is asked for. Nothing is kept. */
export async function printStudy(
  { env, origin, account, company }: AccountContext,
  loaded: LoadedStudy,
  hash: string,
  order: { paper?: PaperName | undefined; language?: Language | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const [{ makeStudyPdf }, { speaker }, found] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    import('./pdf/content/say.ts'),
    findCompany(env.DIRECTORY, company),
  ])
  const { timezone, date_format } = account.preferences
  return makeStudyPdf(
    {
      ...loaded,
      hash,
      laboratory: found?.name ?? account.company_details.name,
      say: speaker(order.language ?? account.default_language, timezone, date_format),
      paper: order.paper ?? (env.REGION === 'na' ? 'letter' : 'a4'),
    },
    reportFontReader(env, origin),
  )
}
