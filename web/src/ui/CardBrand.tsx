/** A card brand, drawn as a plain card with its name instead of the brand's artwork. */
export function CardBrand({ brand }: { brand: string }) {
  return (
    <span className="inline-flex h-8 items-center gap-2 rounded-sm border border-edge px-2 text-xs text-muted">
      <svg viewBox="0 0 20 14" aria-hidden="true" className="h-3" fill="none" stroke="currentColor" strokeWidth="1.2">
        <rect x="0.6" y="0.6" width="18.8" height="12.8" rx="2" />
        <path d="M0.6 4.6H19.4M3 9.8H7" />
      </svg>
      {brand}
    </span>
  );
}
