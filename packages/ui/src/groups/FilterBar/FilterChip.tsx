import type { ReactNode } from 'react';
import { RemovableChip } from '../../elements/Chip/Chip.tsx';
import { strings } from '../../strings.ts';

interface FilterChipProps {
  label: string;
  title?: string | undefined;
  /** True when no other filter is on, so that removing it removes all. */
  isOnly: boolean;
  onRemove: () => void;
  children?: ReactNode;
}

/** An active filter; pressing it removes the filter, which the palette finds. */
export function FilterChip({ isOnly, ...chip }: FilterChipProps) {
  const deed = isOnly ? 'clear all filters reset' : 'clear filters';
  return <RemovableChip {...chip} removeLabel={strings.filters.remove(chip.label)} deed={deed} />;
}
