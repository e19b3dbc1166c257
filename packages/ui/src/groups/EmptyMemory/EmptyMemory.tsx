import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { strings } from '../../strings.ts';
import { FirstSteps, PathForm, Way } from '../FirstSteps/FirstSteps.tsx';

const { empty } = strings;

interface EmptyMemoryProps {
  /** The command that an agent runs; null while it is unknown. */
  command: string | null;
  busy: boolean;
  onImport: (path: string) => void;
  onSample: () => void;
  /** Opens the bin: a memory whose lessons were all deleted looks empty too. */
  onBin: () => void;
}

/** The first screen of an empty memory: three ways to get lessons in. */
export function EmptyMemory({ command, busy, onImport, onSample, onBin }: EmptyMemoryProps) {
  return (
    <FirstSteps title={empty.title} text={empty.text} bin={empty.bin} onBin={onBin}>
      <Way title={empty.connect} text={empty.connectText}>
        <CopyId block value={command ?? empty.command} />
      </Way>
      <Way title={empty.import} text={empty.importText}>
        <PathForm
          label={empty.importLabel}
          example="/home/me/lessons.jsonl"
          button={empty.importButton}
          busy={busy}
          onPath={onImport}
        />
      </Way>
      <Way title={empty.sample} text={empty.sampleText}>
        <Button className="h-8" disabled={busy} onClick={onSample}>
          {empty.sampleButton}
        </Button>
      </Way>
    </FirstSteps>
  );
}
