import { Logo } from '../../elements/Logo/Logo.tsx';

/** Shown instead of the whole interface when the window has no access to the host. */
export function Gate({ title, text }: { title: string; text: string }) {
  return (
    <main className="grid h-full place-items-center bg-surface p-6">
      <div className="max-w-[52ch]">
        <Logo size={40} />
        <h1 className="mt-6 font-semibold text-title">{title}</h1>
        <p className="mt-2 text-ink-2 text-read">{text}</p>
      </div>
    </main>
  );
}
