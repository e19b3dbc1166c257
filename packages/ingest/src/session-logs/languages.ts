// Names that logs in other languages use for the parts that all logs have. Only whole headings, labels and states are looked up;
// the meaning of a sentence is never guessed here. Written as data: one line for each English word, with its translations.

const WORDS: Readonly<Record<string, string>> = {
  'Work Log':
    'arbeitsprotokoll|arbeitsschritte|durchgeführte arbeiten|erledigte arbeiten|verlauf|umsetzung|journal de travail|travail effectué|registro de trabajo|trabajo realizado|registro de trabalho|trabalho realizado|lavoro svolto|werklog|uitgevoerd werk|作業内容|作業ログ|作業記録|実施内容|工作日志|工作记录|工作內容|工作内容|작업 내용|작업 로그|журнал работ|выполненная работа|dziennik prac|wykonane prace',
  Objective:
    'ziel|ziele|aufgabe|auftrag|objectif|objectifs|objetivo|objetivos|obiettivo|obiettivi|doel|doelen|目的|目標|タスク|目标|任务|任務|목표|작업|цель|цели|задача|cel|cele|zadanie',
  Decisions:
    'entscheidungen|entscheidung|getroffene entscheidungen|beschlüsse|décisions|décision|decisiones|decisión|decisiones tomadas|decisões|decisão|decisioni|decisione|besluiten|besluit|beslissingen|決定事項|決定|判断|意思決定|决策|决定|決策|결정|결정 사항|결정사항|решения|решение|decyzje|decyzja',
  Rationale:
    'begründung|grund|gründe|warum|raison|raisons|pourquoi|motivo|motivos|justificación|razón|justificativa|razão|motivazione|perché|reden|redenen|onderbouwing|理由|根拠|原因と理由|依据|이유|근거|обоснование|причина выбора|uzasadnienie|powód',
  Alternatives:
    'alternativen|verworfene alternativen|optionen|möglichkeiten|alternativas|opciones|opções|opzioni|alternatieven|opties|代替案|選択肢|检讨方案|备选方案|选项|備選方案|대안|선택지|альтернативы|варианты|alternatywy|opcje',
  Risks: 'risiken|nachteile|risques|riesgos|riscos|rischi|risico|リスク|风险|風險|위험|риски|ryzyka',
  Outcome:
    'ergebnis|ergebnisse|resultat|résultat|résultats|resultado|resultados|risultato|risultati|resultaat|resultaten|結果|成果|结果|결과|результат|результаты|итог|итоги|wynik|wyniki',
  Status: 'zustand|statut|état|estado|situação|stato|toestand|状態|ステータス|状况|状态|狀態|상태|статус|состояние',
  Summary:
    'zusammenfassung|überblick|résumé|resumen|resumo|riepilogo|sommario|samenvatting|概要|まとめ|要約|总结|摘要|總結|요약|резюме|сводка|podsumowanie',
  'Root Cause':
    'ursache|ursachen|grundursache|hauptursache|ursachenanalyse|cause racine|causa|causas|causa raíz|causa raiz|causa principale|causa radice|oorzaak|grondoorzaak|根本原因|原因|根因|근본 원인|원인|первопричина|причина|корневая причина|przyczyna|główna przyczyna',
  Findings:
    'befunde|befund|feststellungen|beobachtungen|gefundene probleme|probleme|constats|constatations|problèmes|hallazgos|observaciones|problemas|descobertas|constatações|risultati dell’analisi|osservazioni|problemi|bevindingen|waarnemingen|problemen|発見|発見事項|調査結果|問題|問題点|发现|问题|發現|발견|발견 사항|문제|문제점|находки|наблюдения|проблемы|проблема|ustalenia|obserwacje|problemy',
  Blockers:
    'blockaden|hindernisse|offene fragen|blocages|questions ouvertes|bloqueos|impedimentos|preguntas abiertas|bloqueios|blocchi|ostacoli|blokkades|ブロッカー|障害|阻害要因|未解決の問題|阻塞|障碍|阻礙|블로커|장애|блокеры|препятствия|blokady|przeszkody',
  'Next Steps':
    'nächste schritte|nächster schritt|weiteres vorgehen|offene punkte|offene aufgaben|noch zu tun|zu tun|empfehlungen|prochaines étapes|étapes suivantes|à faire|recommandations|próximos pasos|siguientes pasos|pendiente|pendientes|recomendaciones|próximos passos|pendências|recomendações|prossimi passi|da fare|raccomandazioni|volgende stappen|vervolgstappen|te doen|aanbevelingen|次のステップ|今後の対応|今後の課題|残作業|残タスク|次回|推奨事項|下一步|后续步骤|后续工作|待办|待办事项|建议|後續步驟|다음 단계|남은 작업|할 일|следующие шаги|дальнейшие шаги|осталось сделать|рекомендации|następne kroki|kolejne kroki|do zrobienia',
  Errors:
    'fehler|fehlschläge|aufgetretene fehler|erreurs|échecs|errores|fallos|erros|falhas|errori|fouten|mislukkingen|エラー|失敗|错误|失败|錯誤|오류|실패|ошибки|сбои|błędy',
  'Lessons Learned':
    'erkenntnisse|lehren|gelernt|gelerntes|leçons|leçons apprises|enseignements|lecciones|lecciones aprendidas|aprendizajes|lições aprendidas|aprendizados|lezioni apprese|geleerde lessen|geleerd|学び|学んだこと|教訓|得られた知見|经验教训|经验|教训|心得|經驗教訓|배운 점|교훈|배운 것|уроки|выводы|извлечённые уроки|wnioski|nauczki',
  Commits:
    'commits dieser sitzung|commits de la session|commits de esta sesión|コミット|提交|提交记录|커밋|коммиты|commity',
  Artifacts:
    'artefakte|erstellte dateien|artefacts|artefactos|artefatos|artefatti|artefacten|成果物|作成物|产出|产物|산출물|артефакты|artefakty',
  Handoff: 'übergabe|passation|entrega|passagem|consegna|overdracht|引き継ぎ|引継ぎ|交接|인수인계|передача|przekazanie',
  Date: 'datum|fecha|日付|日期|날짜|дата',
  Branch: 'zweig|branche|rama|ramo|ブランチ|分支|브랜치|ветка|gałąź',
  Context:
    'kontext|hintergrund|ausgangslage|contexte|contexto|contesto|achtergrond|背景|コンテキスト|경위|배경|контекст|kontekst',
  Notes: 'notizen|anmerkungen|remarques|notas|opmerkingen|備考|メモ|备注|備註|비고|메모|заметки|uwagi',
};

const STATES: Readonly<Record<string, string>> = {
  complete:
    'abgeschlossen|erledigt|fertig|erfolgreich|erfolg|behoben|gelöst|bestanden|terminé|terminée|réussi|réussite|fini|résolu|completado|completada|hecho|éxito|terminado|resuelto|concluído|concluída|feito|sucesso|resolvido|completato|completata|fatto|successo|risolto|voltooid|klaar|gereed|geslaagd|opgelost|完了|完成|済|済み|成功|解決済み|已完成|已解决|通过|完了済み|완료|성공|해결됨|завершено|готово|успех|успешно|решено|выполнено|zakończone|gotowe|sukces|ukończone',
  failed:
    'fehlgeschlagen|gescheitert|misslungen|abgebrochen|nicht erfolgreich|échoué|échec|abandonné|fallido|falló|fracaso|abortado|falhou|fracassou|falha|fallito|mislukt|afgebroken|失敗|中止|失败|已失败|中断|실패|중단|провалено|не удалось|ошибка|прервано|nieudane|przerwane',
  'in progress':
    'in arbeit|läuft|begonnen|unfertig|teilweise|teilweise erledigt|offen|ausstehend|wartend|blockiert|nicht fertig|en cours|partiel|partiellement terminé|bloqué|en attente|en curso|en progreso|parcial|bloqueado|pendiente|em andamento|parcialmente concluído|pendente|in corso|parziale|bloccato|in sospeso|bezig|gedeeltelijk|geblokkeerd|wachtend|進行中|作業中|対応中|一部完了|未完了|保留|ブロック中|进行中|部分完成|未完成|阻塞|进行中断|진행 중|진행중|부분 완료|보류|в процессе|в работе|частично|заблокировано|не завершено|w toku|częściowo|zablokowane',
};

/** Words with which results are counted. */
const COUNTED: readonly [RegExp, string][] = [
  [
    /(?<=\d\s{0,2})(?:tests?\s)?(?:bestanden|erfolgreich|réussis?|réussies|superad[oa]s|pasaron|passaram|superati|geslaagd|пройдено|прошл[иоа]|zaliczon[eyo]\w*)(?!\p{L})/giu,
    ' passed',
  ],
  [
    /(?<=\d\s{0,2})(?:tests?\s)?(?:fehlgeschlagen|gescheitert|échoués?|échouées|échecs?|fallaron|fallid[oa]s|falharam|falliti|mislukt|провалено|упал[иоа]?|nieudan[eyo]\w*)(?!\p{L})/giu,
    ' failed',
  ],
  [
    /(?<=\d\s{0,2})(?:tests?\s)?(?:übersprungen|ignorés?|omitid[oa]s|saltati|overgeslagen|пропущено|pominięt[eyo]\w*)(?!\p{L})/giu,
    ' skipped',
  ],
  [
    /(?<=\d)\s?(?:件|個|个|項|项|条|건|개)?(?:の)?(?:テスト|测试|測試|테스트)?(?:が)?\s?(?:成功|合格|通过|通過|통과|성공)/g,
    ' passed',
  ],
  [/(?<=\d)\s?(?:件|個|个|項|项|条|건|개)?(?:の)?(?:テスト|测试|測試|테스트)?(?:が)?\s?(?:失敗|失败|실패)/g, ' failed'],
  [
    /(?<=\d)\s?(?:件|個|个|項|项|条|건|개)?(?:の)?(?:テスト|测试|測試|테스트)?(?:が)?\s?(?:スキップ|跳过|跳過|건너뜀)/g,
    ' skipped',
  ],
];
/** Letters that English does not have. */
const FOREIGN = /[^\p{ASCII}\u2000-\u2bff]/u;

const looked = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s:：.。!?？]{1,10}$/u, '')
    .trim();

const table = (words: Readonly<Record<string, string>>) =>
  new Map(Object.entries(words).flatMap(([english, all]) => all.split('|').map((word) => [word, english] as const)));

const HEADINGS = table(WORDS);
const OF_STATES = table(STATES);

/** The English form of a heading or label; unchanged when it is not known. */
export function inEnglish(heading: string): string {
  return heading.length > 60 ? heading : (HEADINGS.get(looked(heading)) ?? heading);
}

/** The English form of a state; unchanged when it is not known. */
export function stateInEnglish(state: string): string {
  return state.length > 60 ? state : (OF_STATES.get(looked(state)) ?? state);
}

/** A sentence with its counted results in English words: "40 bestanden" is "40 passed". */
export function countsInEnglish(sentence: string): string {
  if (!/\d/.test(sentence)) return sentence;
  const known = COUNTED.reduce((text, [words, english]) => text.replace(words, english), sentence);
  return FOREIGN.test(sentence) ? known.replace(/[、，]/g, ', ') : known;
}
