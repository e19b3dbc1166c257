import { useId, useState } from 'react';

interface SwitchProps {
  label: string;
  on: boolean;
  /** Answers whether it was done. */
  onChange: (on: boolean) => Promise<boolean>;
}

/** Something that is so or not; changed at once. What was asked for is shown until it is so, or was refused. */
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
