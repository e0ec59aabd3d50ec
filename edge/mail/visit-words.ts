import { grantHours, type Visit, type VisitRequest } from '../../domain/entities/visit.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

export interface VisitWords {
  title: string
  message: string
}

interface Words {
  title: (visitor: string, company: string) => string
  /** Title of a visit that nobody granted (decision 80). */
  emergency: (visitor: string, company: string) => string
  /** Title of a request to act in the company. */
  asks: (visitor: string, company: string) => string
  text: (minutes: string) => string
  because: string
  end: string
  /** Sentence that says where a request is answered. */
  answer: string
  /** Titles of the answer, for the person who asked. */
  granted: (company: string) => string
  refused: (company: string) => string
  takenBack: (company: string) => string
  /** Sentence that says in how many days the visit is begun. */
  begin: (days: string) => string
}

/** Write the notice to the people who administer a company that somebody of another company acts in it now. */
export function visitWords(language: Language, visit: Visit): VisitWords {
  return noticeOf(language, visit, 'title')
}

/** Write the same notice of a visit that began without being granted. */
export function emergencyWords(language: Language, visit: Visit): VisitWords {
  return noticeOf(language, visit, 'emergency')
}

function noticeOf(
  language: Language,
  { by_name, from, reason, at, until }: Visit,
  title: 'title' | 'emergency',
): VisitWords {
  const words = wordsOf[language]
  const minutes = Math.round((Date.parse(until) - Date.parse(at)) / 60_000)
  return {
    title: words[title](cutName(by_name, 60), cutName(from.name, 60)),
    message: `${words.text(inUnits(language, minutes, 'minute'))} ${words.because} ${reason}\n\n${words.end}`,
  }
}

/** Write the notice to the people who administer a company that somebody asks to act in it. */
export function requestWords(
  language: Language,
  { by_name, from, reason, minutes }: VisitRequest,
): VisitWords {
  const words = wordsOf[language]
  return {
    title: words.asks(cutName(by_name, 60), cutName(from.name, 60)),
    message: `${words.text(inUnits(language, minutes, 'minute'))} ${words.because} ${reason}\n\n${words.answer}`,
  }
}

/** Write the notice to the person who asked that the company has granted or refused the visit, or has taken its grant back. */
export function answerWords(
  language: Language,
  { request, company }: { request: VisitRequest; company: string },
): VisitWords {
  const words = wordsOf[language]
  const { granted, taken_back, reason } = request.answer ?? {}
  const isGranted = granted === 'Y'
  const title = isGranted ? words.granted : taken_back === 'Y' ? words.takenBack : words.refused
  const parts = [
    ...(reason === undefined ? [] : [`${words.because} ${reason}`]),
    ...(isGranted ? [words.begin(inUnits(language, grantHours / 24, 'day'))] : []),
  ]
  return {
    title: title(cutName(company, 60)),
    message: parts.join(' '),
  }
}

function inUnits(language: Language, count: number, unit: 'minute' | 'day'): string {
  const form = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, form).format(count)
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    title: (visitor, company) => `${visitor} of ${company} acts in your company`,
    emergency: (visitor, company) => `${visitor} of ${company} acts in your company: emergency`,
    asks: (visitor, company) => `${visitor} of ${company} asks to act in your company`,
    text: (minutes) => `For at most ${minutes}.`,
    because: 'Reason:',
    end: 'You see this visit under Your company and can end it there. What is changed is in the audit trail.',
    answer: 'Grant or refuse it under Your company.',
    granted: (company) => `${company} grants your visit`,
    refused: (company) => `${company} refuses your visit`,
    takenBack: (company) => `${company} takes back its grant of your visit`,
    begin: (days) => `Start it within ${days}.`,
  },
  de: {
    title: (visitor, company) => `${visitor} von ${company} handelt in Ihrem Unternehmen`,
    emergency: (visitor, company) =>
      `${visitor} von ${company} handelt in Ihrem Unternehmen: Notfall`,
    asks: (visitor, company) =>
      `${visitor} von ${company} bittet darum, in Ihrem Unternehmen zu handeln`,
    text: (minutes) => `Dauer: höchstens ${minutes}.`,
    because: 'Grund:',
    end: 'Sie sehen diesen Besuch unter „Ihr Unternehmen“ und können ihn dort beenden. Was geändert wird, steht im Audit-Trail.',
    answer: 'Genehmigen oder verweigern Sie den Besuch unter „Ihr Unternehmen“.',
    granted: (company) => `${company} genehmigt Ihren Besuch`,
    refused: (company) => `${company} verweigert Ihren Besuch`,
    takenBack: (company) => `${company} nimmt die Genehmigung Ihres Besuchs zurück`,
    begin: (days) => `Frist für den Beginn: ${days}.`,
  },
  fr: {
    title: (visitor, company) => `${visitor} de ${company} agit dans votre société`,
    emergency: (visitor, company) => `${visitor} de ${company} agit dans votre société : urgence`,
    asks: (visitor, company) => `${visitor} de ${company} demande à agir dans votre société`,
    text: (minutes) => `Pour ${minutes} au plus.`,
    because: 'Motif :',
    end: 'Vous voyez cette visite sous « Votre société » et pouvez y mettre fin. Toute modification figure dans la piste d’audit.',
    answer: 'Acceptez ou refusez la visite sous « Votre société ».',
    granted: (company) => `${company} accepte votre visite`,
    refused: (company) => `${company} refuse votre visite`,
    takenBack: (company) => `${company} retire l’autorisation de votre visite`,
    begin: (days) => `Commencez-la dans un délai de ${days}.`,
  },
  it: {
    title: (visitor, company) => `${visitor} di ${company} opera nella vostra azienda`,
    emergency: (visitor, company) =>
      `${visitor} di ${company} opera nella vostra azienda: emergenza`,
    asks: (visitor, company) => `${visitor} di ${company} chiede di operare nella vostra azienda`,
    text: (minutes) => `Per al massimo ${minutes}.`,
    because: 'Motivo:',
    end: 'La visita è visibile in «La mia azienda», dove si può terminare. Ogni modifica è nella traccia di audit.',
    answer: 'Concedere o rifiutare la visita in «La mia azienda».',
    granted: (company) => `${company} concede la visita`,
    refused: (company) => `${company} rifiuta la visita`,
    takenBack: (company) => `${company} revoca l’autorizzazione alla visita`,
    begin: (days) => `Iniziarla entro ${days}.`,
  },
  es: {
    title: (visitor, company) => `${visitor} de ${company} actúa en su empresa`,
    emergency: (visitor, company) => `${visitor} de ${company} actúa en su empresa: emergencia`,
    asks: (visitor, company) => `${visitor} de ${company} pide actuar en su empresa`,
    text: (minutes) => `Durante ${minutes} como máximo.`,
    because: 'Motivo:',
    end: 'Puede ver esta visita en «Su empresa» y terminarla allí. Lo que se cambia queda en el registro de auditoría.',
    answer: 'Apruebe o rechace la visita en «Su empresa».',
    granted: (company) => `${company} aprueba su visita`,
    refused: (company) => `${company} rechaza su visita`,
    takenBack: (company) => `${company} retira la aprobación de su visita`,
    begin: (days) => `Iníciela en un plazo de ${days}.`,
  },
  ru: {
    title: (visitor, company) => `${visitor} (${company}) работает в вашей компании`,
    emergency: (visitor, company) =>
      `${visitor} (${company}) работает в вашей компании: экстренный случай`,
    asks: (visitor, company) => `${visitor} (${company}) просит доступ к вашей компании`,
    text: (minutes) => `Не дольше чем ${minutes}.`,
    because: 'Причина:',
    end: 'Визит виден в разделе «Ваша компания», где его можно завершить. Все изменения есть в журнале аудита.',
    answer: 'Разрешите или отклоните визит в разделе «Ваша компания».',
    granted: (company) => `${company} разрешает ваш визит`,
    refused: (company) => `${company} отклоняет ваш визит`,
    takenBack: (company) => `${company} отзывает разрешение на ваш визит`,
    begin: (days) => `Срок для начала визита: ${days}.`,
  },
  zh: {
    title: (visitor, company) => `${company} 的 ${visitor} 正在您的公司中操作`,
    emergency: (visitor, company) => `${company} 的 ${visitor} 正在您的公司中操作：紧急情况`,
    asks: (visitor, company) => `${company} 的 ${visitor} 请求在您的公司中操作`,
    text: (minutes) => `最长 ${minutes}。`,
    because: '原因：',
    end: '您可以在“您的公司”中查看并结束此次访问。所做的更改记录在审计追踪中。',
    answer: '请在“您的公司”中批准或拒绝此次访问。',
    granted: (company) => `${company} 已批准您的访问`,
    refused: (company) => `${company} 已拒绝您的访问`,
    takenBack: (company) => `${company} 已撤回对您访问的批准`,
    begin: (days) => `请在 ${days}内开始访问。`,
  },
  ar: {
    title: (visitor, company) => `يعمل ${visitor} من ${company} داخل شركتك`,
    emergency: (visitor, company) => `يعمل ${visitor} من ${company} داخل شركتك: حالة طارئة`,
    asks: (visitor, company) => `يطلب ${visitor} من ${company} العمل داخل شركتك`,
    text: (minutes) => `لمدة أقصاها ${minutes}.`,
    because: 'السبب:',
    end: 'ترى هذه الزيارة ضمن «شركتك» ويمكنك إنهاؤها هناك. كل ما يُغيَّر مسجل في سجل التدقيق.',
    answer: 'وافق على الزيارة أو ارفضها ضمن «شركتك».',
    granted: (company) => `وافقت ${company} على زيارتك`,
    refused: (company) => `رفضت ${company} زيارتك`,
    takenBack: (company) => `سحبت ${company} الموافقة على زيارتك`,
    begin: (days) => `ابدأها خلال ${days}.`,
  },
}
