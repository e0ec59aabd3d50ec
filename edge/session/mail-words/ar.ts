import type { MailWords } from './words.ts'

/**
 * Sentences begin with an Arabic letter, from which mail programmes take the direction of a paragraph; what is put
 * in may be of either direction and stands apart from the words around it.
 */
export const ar: MailWords = {
  hello: (name) => `مرحبًا ${apart(name)}،`,
  cameFrom: (agent) => `المصدر: ${apart(agent)}.`,
  warnings: {
    slowed: {
      subject: 'محاولات دخول فاشلة إلى حسابك في bApp',
      text: 'حاول شخص ما عدة مرات الدخول إلى حسابك بكلمة مرور خاطئة. أصبح على المحاولات التالية أن تنتظر. إذا كنت أنت من حاول، فانتظر قليلًا ثم أعد المحاولة. وإلا فقد منعت كلمة مرورك الدخول؛ أخبر المسؤول لديك.',
    },
    password_changed: {
      subject: 'تم تغيير كلمة مرورك في bApp',
      text: 'تم تغيير كلمة مرور حسابك، وأُنهيت كل الجلسات الأخرى. إذا لم تكن أنت من فعل ذلك، فاطلب فورًا كلمة مرور جديدة من صفحة الدخول وأخبر المسؤول لديك.',
    },
    two_step_on: {
      subject: 'التحقق بخطوتين مفعّل',
      text: 'من الآن فصاعدًا يطلب حسابك عند الدخول رمزًا من تطبيق المصادقة. إذا لم تكن أنت من فعّله، فأخبر المسؤول لديك فورًا.',
    },
    two_step_off: {
      subject: 'التحقق بخطوتين متوقف',
      text: 'لم يعد حسابك يطلب رمزًا عند الدخول. إذا لم تكن أنت من أوقفه، فغيّر كلمة مرورك فورًا وأخبر المسؤول لديك.',
    },
    two_step_reset: {
      subject: 'أوقف أحد المسؤولين التحقق بخطوتين لحسابك',
      text: 'أوقف أحد المسؤولين التحقق بخطوتين لحسابك، كما يحدث عند فقدان الهاتف. أُنهيت كل جلساتك. ادخل بكلمة مرورك ثم فعّل التحقق بخطوتين من جديد في صفحة حسابك. إذا لم تطلب ذلك، فأخبر المسؤول لديك فورًا.',
    },
    key_created: {
      subject: 'مفتاح API جديد يعمل باسمك',
      text: 'أُنشئ مفتاح API لحسابك. إذا لم تكن أنت من أنشأه، فاحذفه من صفحة حسابك وغيّر كلمة مرورك.',
    },
  },
  resetSubject: 'تعيين كلمة مرور جديدة في bApp',
  reset: (link, minutes) =>
    `طُلبت كلمة مرور جديدة لحسابك. افتح العنوان التالي لتعيينها؛ وهو صالح لمرة واحدة، والمدة بالدقائق: ${minutes}.\n\n${link}\n\nإذا لم تطلبها، فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.`,
  invitationSubject: 'دعوة إلى bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `أُنشئ لك حساب في bApp، وهو التطبيق الذي تُجري به المختبرات تحاليل PCR في الزمن الحقيقي وتراجعها.\n\nصاحب الدعوة: ${apart(inviter)}\nالشركة: ${apart(company)}\nاسم المستخدم: ${apart(username)}\n\nافتح العنوان التالي لاختيار كلمة مرورك؛ وهو صالح لمرة واحدة، والمدة بالساعات: ${hours}.\n\n${link}\n\nبعد ذلك ادخل باسم المستخدم أو بعنوان البريد هذا. إذا انتهت المدة، فاطلب دعوة أخرى. وإذا كنت لا تعرف شيئًا عن هذا الأمر، فلا تفعل شيئًا.`,
  emailMoved: {
    subject: 'تم تغيير عنوان البريد لحسابك في bApp',
    text: 'أعطى أحد المسؤولين حسابك عنوان بريد آخر، ولم تعد الرسائل الخاصة به تصل إلى هنا. إذا كان هذا غير صحيح، فأخبر المسؤول لديك فورًا.',
  },
}

/** Enclose a text in a first strong isolate, so that its direction does not change its surroundings. */
function apart(text: string): string {
  return `\u2068${text}\u2069`
}
