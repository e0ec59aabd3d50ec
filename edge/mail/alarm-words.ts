import type { Alarm, AlarmCause } from '../../domain/entities/alarm.ts'
import type { Language } from '../../domain/entities/user.ts'

interface Words {
  subject: (count: number) => string
  /** Heading of alarms that belong to the whole company. */
  everywhere: string
  /** Place where alarms are dealt with, and why the person gets this mail. */
  end: string
  causes: Readonly<Record<AlarmCause, string>>
}

/** Most names that a line of the mail has; the list in the app has all of them. */
const mostNames = 20

/** Write the mail about alarms that were raised together: a part for each swarm, a line for each cause. */
export function alarmMail(
  language: Language,
  groups: readonly { swarm: string; alarms: readonly Alarm[] }[],
): { subject: string; text: string } {
  const { subject, everywhere, end, causes } = words[language]
  const count = groups.reduce((sum, { alarms }) => sum + alarms.length, 0)
  const parts = groups.map(({ swarm, alarms }) => {
    const lines = [...Map.groupBy(alarms, ({ cause }) => cause)].map(
      ([cause, some]) => `- ${causes[cause]} (${some.length}): ${listNames(some)}`,
    )
    return [swarm || everywhere, ...lines].join('\n')
  })
  return { subject: subject(count), text: [...parts, end, ''].join('\n\n') }
}

/** Say the cause of an alarm. */
export function sayCause(language: Language, cause: AlarmCause): string {
  return words[language].causes[cause]
}

function listNames(alarms: readonly Alarm[]): string {
  const names = alarms.map(({ name, lot, version }) =>
    [name, lot ?? version].filter(Boolean).join(' '),
  )
  return names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} …` : names.join(', ')
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (count) => `bApp: new alarms (${count})`,
    everywhere: 'Whole company',
    end: 'Acknowledge them under Alarms in bApp. You get this mail because you chose it under My account, Messages.',
    causes: {
      device_silent: 'Device without connection',
      lot_expiring: 'Lot expires soon or has expired',
      calibration_due: 'Calibration due',
      certificate_waiting: 'Certificate waits for a reviewer',
      version_unsupported: 'Device software out of support',
    },
  },
  de: {
    subject: (count) => `bApp: neue Alarme (${count})`,
    everywhere: 'Ganze Firma',
    end: 'Quittieren Sie sie in bApp unter „Alarme“. Sie erhalten diese E-Mail, weil Sie das unter „Mein Konto“, „Nachrichten“ so gewählt haben.',
    causes: {
      device_silent: 'Gerät ohne Verbindung',
      lot_expiring: 'Charge läuft bald ab oder ist abgelaufen',
      calibration_due: 'Kalibrierung fällig',
      certificate_waiting: 'Zertifikat wartet auf Prüfung',
      version_unsupported: 'Gerätesoftware wird nicht mehr unterstützt',
    },
  },
  fr: {
    subject: (count) => `bApp : nouvelles alarmes (${count})`,
    everywhere: 'Toute l’entreprise',
    end: 'Acquittez-les sous « Alarmes » dans bApp. Vous recevez cet e-mail parce que vous l’avez choisi sous « Mon compte », « Messages ».',
    causes: {
      device_silent: 'Appareil sans connexion',
      lot_expiring: 'Lot bientôt périmé ou périmé',
      calibration_due: 'Étalonnage à faire',
      certificate_waiting: 'Certificat en attente de vérification',
      version_unsupported: 'Logiciel d’appareil hors support',
    },
  },
  it: {
    subject: (count) => `bApp: nuovi allarmi (${count})`,
    everywhere: 'Tutta l’azienda',
    end: 'Prenderne atto in «Allarmi» di bApp. Riceve questa e-mail perché l’ha scelto in «Il mio account», «Messaggi».',
    causes: {
      device_silent: 'Dispositivo senza connessione',
      lot_expiring: 'Lotto in scadenza o scaduto',
      calibration_due: 'Calibrazione da eseguire',
      certificate_waiting: 'Certificato in attesa di revisione',
      version_unsupported: 'Software del dispositivo non più supportato',
    },
  },
  es: {
    subject: (count) => `bApp: alarmas nuevas (${count})`,
    everywhere: 'Toda la empresa',
    end: 'Confírmelas en «Alarmas» de bApp. Recibe este correo porque así lo eligió en «Mi cuenta», «Mensajes».',
    causes: {
      device_silent: 'Dispositivo sin conexión',
      lot_expiring: 'Lote próximo a caducar o caducado',
      calibration_due: 'Calibración pendiente',
      certificate_waiting: 'Certificado a la espera de revisión',
      version_unsupported: 'Software del dispositivo sin soporte',
    },
  },
  ru: {
    subject: (count) => `bApp: новые тревоги (${count})`,
    everywhere: 'Вся компания',
    end: 'Подтвердите их в разделе «Тревоги» в bApp. Вы получили это письмо, потому что так выбрали в разделе «Моя учётная запись», «Сообщения».',
    causes: {
      device_silent: 'Прибор без связи',
      lot_expiring: 'Срок годности серии истекает или истёк',
      calibration_due: 'Требуется калибровка',
      certificate_waiting: 'Сертификат ждёт проверки',
      version_unsupported: 'Программное обеспечение прибора больше не поддерживается',
    },
  },
  zh: {
    subject: (count) => `bApp：新警报（${count}）`,
    everywhere: '整个公司',
    end: '请在 bApp 的“警报”中确认。您收到此邮件，是因为您在“我的账户”的“消息”中作了此选择。',
    causes: {
      device_silent: '设备无连接',
      lot_expiring: '批次即将过期或已过期',
      calibration_due: '需要校准',
      certificate_waiting: '证书等待审核',
      version_unsupported: '设备软件已不受支持',
    },
  },
  ar: {
    subject: (count) => `bApp: إنذارات جديدة (${count})`,
    everywhere: 'الشركة كلها',
    end: 'أكّد الاطلاع عليها ضمن «الإنذارات» في bApp. تصلك هذه الرسالة لأنك اخترت ذلك ضمن «حسابي»، «الرسائل».',
    causes: {
      device_silent: 'جهاز بلا اتصال',
      lot_expiring: 'تشغيلة تنتهي صلاحيتها قريبًا أو انتهت',
      calibration_due: 'حان موعد المعايرة',
      certificate_waiting: 'شهادة تنتظر المراجعة',
      version_unsupported: 'برنامج الجهاز لم يعد مدعومًا',
    },
  },
}
