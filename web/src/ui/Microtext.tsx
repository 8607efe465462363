export function Microtext({ text, className = '' }: { text: string; className?: string }) {
  const line = `${text.toUpperCase()} · `.repeat(Math.ceil(1400 / (text.length + 3)));
  return (
    <svg
      viewBox="0 0 1440 3"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      className={`block h-[3px] w-full text-muted select-none ${className}`}
    >
      <text y="2.2" fontSize="2.2" letterSpacing="0.12" fill="currentColor" fontFamily="var(--font-sans)">
        {line}
      </text>
    </svg>
  );
}
