import type { Visit } from '../../domain/entities/company.ts'
import type { Language } from '../../domain/entities/user.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

interface Words {
  title: (visitor: string, company: string) => string
  text: (minutes: string) => string
  because: string
  end: string
}

/** Write the notice to the people who administer a company that somebody of another company acts in it now. */
export function visitWords(
  language: Language,
  { by_name, from, reason, at, until }: Visit,
): { title: string; message: string } {
  const words = wordsOf[language]
  const minutes = Math.round((Date.parse(until) - Date.parse(at)) / 60_000)
  const duration = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
  return {
    title: words.title(cutName(by_name, 60), cutName(from.name, 60)),
    message: `${words.text(duration.format(minutes))} ${words.because} ${reason}\n\n${words.end}`,
  }
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    title: (visitor, company) => `${visitor} of ${company} acts in your company`,
    text: (minutes) => `For at most ${minutes}.`,
    because: 'Reason:',
    end: 'You see this visit under Your company and can end it there. What is changed is in the audit trail.',
  },
  de: {
    title: (visitor, company) => `${visitor} von ${company} handelt in Ihrem Unternehmen`,
    text: (minutes) => `Dauer: höchstens ${minutes}.`,
    because: 'Grund:',
    end: 'Sie sehen diesen Besuch unter „Ihr Unternehmen“ und können ihn dort beenden. Was geändert wird, steht im Audit-Trail.',
  },
  fr: {
    title: (visitor, company) => `${visitor} de ${company} agit dans votre société`,
    text: (minutes) => `Pour ${minutes} au plus.`,
    because: 'Motif :',
    end: 'Vous voyez cette visite sous « Votre société » et pouvez y mettre fin. Toute modification figure dans la piste d’audit.',
  },
  it: {
    title: (visitor, company) => `${visitor} di ${company} opera nella vostra azienda`,
    text: (minutes) => `Per al massimo ${minutes}.`,
    because: 'Motivo:',
    end: 'La visita è visibile in «La mia azienda», dove si può terminare. Ogni modifica è nella traccia di audit.',
  },
  es: {
    title: (visitor, company) => `${visitor} de ${company} actúa en su empresa`,
    text: (minutes) => `Durante ${minutes} como máximo.`,
    because: 'Motivo:',
    end: 'Puede ver esta visita en «Su empresa» y terminarla allí. Lo que se cambia queda en el registro de auditoría.',
  },
  ru: {
    title: (visitor, company) => `${visitor} (${company}) работает в вашей компании`,
    text: (minutes) => `Не дольше чем ${minutes}.`,
    because: 'Причина:',
    end: 'Визит виден в разделе «Ваша компания», где его можно завершить. Все изменения есть в журнале аудита.',
  },
  zh: {
    title: (visitor, company) => `${company} 的 ${visitor} 正在您的公司中操作`,
    text: (minutes) => `最长 ${minutes}。`,
    because: '原因：',
    end: '您可以在“您的公司”中查看并结束此次访问。所做的更改记录在审计追踪中。',
  },
  ar: {
    title: (visitor, company) => `يعمل ${visitor} من ${company} داخل شركتك`,
    text: (minutes) => `لمدة أقصاها ${minutes}.`,
    because: 'السبب:',
    end: 'ترى هذه الزيارة ضمن «شركتك» ويمكنك إنهاؤها هناك. كل ما يُغيَّر مسجل في سجل التدقيق.',
  },
}
