import { QUESTIONS, type Question } from '../../data/causes-view.ts';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { causes } from '../../strings/causes.ts';

const { label, names } = causes.questions;
const OPTIONS = QUESTIONS.map((value) => ({ value, label: names[value], icon: names[value] }));

interface QuestionKindsProps {
  value: Question;
  onChange: (question: Question) => void;
}

/** The choice of what is asked about causes. */
export function QuestionKinds({ value, onChange }: QuestionKindsProps) {
  return <Segmented label={label} options={OPTIONS} value={value} onChange={onChange} wraps />;
}
