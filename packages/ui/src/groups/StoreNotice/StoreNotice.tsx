import { TriangleAlert } from 'lucide-react';

interface StoreNoticeProps {
  title: string;
  message: string;
  hint: string;
}

/** A bar above the screen while there is a problem that concerns every screen. */
export function StoreNotice({ title, message, hint }: StoreNoticeProps) {
  return (
    <div role="alert" className="flex shrink-0 items-start gap-2 border-line border-b bg-removed px-3 py-1.5">
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-failure" />
      <p className="min-w-0 text-ink">
        <strong className="font-medium">{title}</strong> {message} {hint}
      </p>
    </div>
  );
}
