import { useId, useState } from 'react';

interface SwitchProps {
  label: string;
  on: boolean;
  /** Resolves to true when the change was made. */
  onChange: (on: boolean) => Promise<boolean>;
}

/** A setting that is on or off and changes at once. The requested state is shown until it is stored or refused. */
export function Switch({ label, on, onChange }: SwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [seen, setSeen] = useState(on);
  if (seen !== on) {
    setSeen(on);
    setWanted(null);
  }
  const id = useId();
  const change = async (value: boolean) => {
    setWanted(value);
    if (!(await onChange(value))) setWanted(null);
  };
  return (
    <div className="flex min-h-10 items-center gap-2 border-line border-t py-1.5">
      <input
        id={id}
        type="checkbox"
        checked={wanted ?? on}
        onChange={({ target }) => void change(target.checked)}
        className="size-4 accent-ink"
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
