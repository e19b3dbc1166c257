import { describe, expect, it } from 'vitest';
import { fromMarkdown } from './logs.ts';

const GERMAN = `# Sitzung 12: Import fortsetzbar machen

**Datum**: 2026-01-02
**Zweig**: \`fix/import\`
**Status**: Abgeschlossen

## Arbeitsprotokoll

- Position in der Transaktion geschrieben
- Tests laufen lassen: 40 bestanden, 2 fehlgeschlagen

## Entscheidungen

1. **Position beim Auftrag halten**: ein abgebrochener Import macht weiter
   - **Begründung**: zwei Dateien laufen auseinander
   - **Alternativen**: eine eigene Datei

## Ursache

Zwei Schreiber hängen an dieselbe Datei an.

## Nächste Schritte

- [ ] Den Besitzer fragen

## Erkenntnisse

- Eine Position ist nur dauerhaft mit dem, wofür sie steht

## Messwerte

| Lauf | Dauer |
|---|---|
| erster | 12 s |

- [ ] noch einmal messen

\`\`\`text
ENOENT: config.json
\`\`\`
`;

const JAPANESE = `# セッション 12: インポートの再開

**日付**：2026-01-02
**状態**：進行中

## 作業内容

- 位置をトランザクションに書いた
- テスト: 40件成功、2件失敗

## 決定事項

- **一つの書き手を使う**：二つの書き手は行を混ぜる

## 根本原因

二つの書き手が同じファイルに追記していた。

## 次のステップ

・所有者に聞く
`;

describe('a log in another language', () => {
  it('loses nothing that its structure shows: German', () => {
    const { session, content } = fromMarkdown(GERMAN);
    expect(session).toMatchObject({ goal: 'Import fortsetzbar machen', branch: 'fix/import' });
    expect(content).toMatchObject({ occurredAt: '2026-01-02T00:00:00.000Z', outcome: 'partial' });
    expect(content.decisions).toMatchObject([
      { rationale: 'zwei Dateien laufen auseinander', options: ['eine eigene Datei'] },
    ]);
    expect(content.lessons).toEqual(['Eine Position ist nur dauerhaft mit dem, wofür sie steht']);
    expect(content.metrics).toEqual({ tests_passed: 40, tests_failed: 2 });
    expect(content.events.map(({ type, content: text }) => `${type}: ${text}`)).toEqual([
      'milestone: Position in der Transaktion geschrieben',
      'milestone: Tests laufen lassen: 40 bestanden, 2 fehlgeschlagen',
      'test: Tests laufen lassen: 40 bestanden, 2 fehlgeschlagen',
      'error: Tests laufen lassen: 40 bestanden, 2 fehlgeschlagen',
      'root_cause: Zwei Schreiber hängen an dieselbe Datei an.',
      'next_step: Den Besitzer fragen',
      'note: Messwerte\nerster | 12 s\n- [ ] noch einmal messen\nENOENT: config.json',
    ]);
  });

  it('loses nothing that its structure shows: Japanese', () => {
    const { content } = fromMarkdown(JAPANESE);
    expect(content).toMatchObject({
      task: 'インポートの再開',
      occurredAt: '2026-01-02T00:00:00.000Z',
      outcome: 'partial',
    });
    expect(content.decisions).toMatchObject([{ chosen: '一つの書き手を使う：二つの書き手は行を混ぜる' }]);
    expect(content.metrics).toEqual({ tests_passed: 40, tests_failed: 2 });
    const kinds = content.events.map(({ type, content: text }) => `${type}: ${text}`);
    expect(kinds).toContain('root_cause: 二つの書き手が同じファイルに追記していた。');
    expect(kinds).toContain('next_step: 所有者に聞く');
  });

  it.each([
    ['Français', '## Prochaines étapes\n\n- Demander', '## Décisions\n\n- Garder la position'],
    ['Español', '## Próximos pasos\n\n- Preguntar', '## Decisiones\n\n- Guardar la posición'],
    ['中文', '## 下一步\n\n- 询问', '## 决策\n\n- 保留位置信息'],
    ['한국어', '## 다음 단계\n\n- 묻기', '## 결정 사항\n\n- 위치를 유지한다'],
    ['Русский', '## Следующие шаги\n\n- Спросить', '## Решения\n\n- Хранить позицию'],
  ])('has next steps and decisions: %s', (_, next, decided) => {
    const { content } = fromMarkdown(`# Session 7\n\n${next}\n\n${decided}\n`);
    expect(content.events.map(({ type }) => type)).toEqual(['next_step']);
    expect(content.decisions).toHaveLength(1);
  });

  it('keeps as a note what is known in no language', () => {
    const { content } = fromMarkdown('# Session 7\n\n## Hvað gerðist\n\n- Röðin var löguð\n- [x] Prófað\n');
    expect(content.events.map(({ type, content: text }) => `${type}: ${text}`).join()).toContain('Röðin var löguð');
  });
});
