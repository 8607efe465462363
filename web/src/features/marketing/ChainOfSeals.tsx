import { useLingui } from '@lingui/react/macro';
import { Icon } from '../../ui/Icon';
import { Seal } from '../../ui/Seal';

export function ChainOfSeals() {
  const { t } = useLingui();
  const links = [
    {
      size: 'size-20 md:size-28',
      name: t`The issuing state`,
      code: 'CSCA',
      text: t`Keeps the root key and certifies document signers. Its certificate is in public master lists.`,
    },
    {
      size: 'size-14 md:size-20',
      name: t`The document signer`,
      code: 'DS',
      text: t`Signs documents for a few months. Its certificate is on the chip.`,
    },
    {
      size: 'size-10 md:size-14',
      name: t`Your customer’s document`,
      code: 'EF.SOD',
      text: t`Carries the signature. Change one character on the chip and it no longer matches.`,
    },
  ];
  return (
    <section aria-labelledby="chain" className="page py-20">
      <h2 id="chain" className="display text-3xl">{t`A signature that traces back to the state`}</h2>
      <ol className="mt-12 grid gap-y-4 md:grid-cols-3">
        {links.map(({ size, name, code, text }, index) => (
          <li key={code} className="relative flex gap-6 md:flex-col md:pr-10">
            <div className="relative flex w-20 shrink-0 items-center justify-center md:h-32 md:w-full md:justify-start">
              <Seal className={`${size} relative text-accent`} />
              {index < links.length - 1 && (
                <span aria-hidden="true" className="absolute right-0 hidden w-1/2 items-center text-muted md:flex">
                  <span className="h-px grow bg-edge" />
                  <Icon name="arrow" className="-ml-3 size-5 text-edge" />
                </span>
              )}
            </div>
            <div className="pb-6">
              <p className="font-mono text-xs text-muted">{code}</p>
              <h3 className="display text-lg">{name}</h3>
              <p className="mt-1 measure text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
